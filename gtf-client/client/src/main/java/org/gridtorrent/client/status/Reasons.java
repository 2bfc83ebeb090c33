package org.gridtorrent.client.status;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.client.config.RateText;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.limit.RateLimitStatus;
import org.gridtorrent.engine.limit.RateLimitStatus.Direction;
import org.gridtorrent.engine.limit.RateLimitStatus.Scope;
import org.gridtorrent.engine.peers.DialFailure;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileConflictException;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Reason codes for the engine's obstacles and errors. */
public final class Reasons {
    private Reasons() {}

    /** Why the torrent is not moving, or not faster; empty when nothing hinders it. */
    public static Optional<TaskReason> of(SwarmStatus status) {
        return status.obstacle().map(obstacle -> of(obstacle, status.trackers()));
    }

    static TaskReason of(Obstacle obstacle, List<TrackerStatus> trackers) {
        return switch (obstacle) {
            case Obstacle.Checking() -> TaskReason.of(ReasonCode.CHECKING_EXISTING);
            case Obstacle.RecheckingDisputed() -> TaskReason.of(ReasonCode.RECHECKING_CHANGED);
            case Obstacle.NoPeers(boolean anyBanned) -> new TaskReason(anyBanned
                    ? ReasonCode.NO_PEERS_BUT_BANNED
                    : ReasonCode.NO_PEERS, List.of(),
                    TrackerReasons.of(trackers).stream().toList());
            case Obstacle.Connecting(int peers) -> TaskReason.of(ReasonCode.CONNECTING, peers);
            case Obstacle.NoHandshake(PeerAddress peer, int others) -> others == 0
                    ? TaskReason.of(ReasonCode.NO_HANDSHAKE, peer)
                    : TaskReason.of(ReasonCode.NO_HANDSHAKES, peer, others);
            case Obstacle.Unreachable(DialFailure last) -> TaskReason.of(ReasonCode.UNREACHABLE,
                    last.peer(), SystemErrors.of(last.detail()));
            case Obstacle.Refused(DialFailure last) -> TaskReason.of(ReasonCode.PEER_REFUSES,
                    last.peer(), SystemErrors.of(last.detail()));
            case Obstacle.Misbehaving(var fault) -> TaskReason.of(ReasonCode.PEER_MISBEHAVES,
                    StatusMessages.name(fault) + " " + StatusMessages.describe(fault));
            case Obstacle.NobodyHasMetadata(int peers) ->
                TaskReason.of(ReasonCode.NOBODY_HAS_METADATA, peers);
            case Obstacle.NobodyHasPieces(int peers, MissingPieces missing) ->
                TaskReason.of(ReasonCode.NOBODY_HAS_PIECES, peers, missing.pieces(),
                        MissingPiecesText.of(missing));
            case Obstacle.Incomplete(MissingPieces missing) -> TaskReason
                    .of(ReasonCode.INCOMPLETE, missing.pieces(), MissingPiecesText.of(missing));
            case Obstacle.Choked() -> TaskReason.of(ReasonCode.CHOKED);
            case Obstacle.NoAnswer() -> TaskReason.of(ReasonCode.NO_ANSWER);
            case Obstacle.MetadataStalled(long received) -> received == 0
                    ? TaskReason.of(ReasonCode.METADATA_UNANSWERED)
                    : TaskReason.of(ReasonCode.METADATA_SLOW, received);
            case Obstacle.RateLimited(RateLimitStatus limit) -> of(limit);
            case Obstacle.SlowDisk() -> TaskReason.of(ReasonCode.SLOW_DISK);
            case Obstacle.NoMemory() -> TaskReason.of(ReasonCode.NO_MEMORY);
            case Obstacle.DiskFull(DiskFullException error) ->
                TaskReason.of(ReasonCode.DISK_FULL, of(error));
            case Obstacle.PiecesInvalidated(InvalidationReason reason) ->
                TaskReason.of(ReasonCode.PIECES_INVALIDATED, of(reason));
            case Obstacle.WriteFailed(IOException error) ->
                TaskReason.of(ReasonCode.WRITE_FAILED, of(error));
            case Obstacle.OpenFailed(IOException error) ->
                TaskReason.of(ReasonCode.OPEN_FAILED, of(error));
            case Obstacle.BadMetainfo(String detail) ->
                TaskReason.of(ReasonCode.METADATA_BAD, detail);
            case Obstacle.Stopped() -> TaskReason.of(ReasonCode.STOPPED);
        };
    }

    private static TaskReason of(InvalidationReason reason) {
        return switch (reason) {
            case InvalidationReason.FileChanged(String file) ->
                TaskReason.of(ReasonCode.FILE_CHANGED, file);
            case InvalidationReason.Evicted() -> TaskReason.of(ReasonCode.CACHE_EVICTED);
            case InvalidationReason.Unreadable(int piece, String detail) -> TaskReason
                    .of(ReasonCode.PIECE_UNREADABLE, piece, SystemErrors.of(detail));
        };
    }

    static TaskReason of(RateLimitStatus limit) {
        boolean isUpload = limit.direction() == Direction.UPLOAD;
        ReasonCode code = limit.scope() == Scope.ENGINE
                ? isUpload
                        ? ReasonCode.UPLOAD_LIMIT_OF_MACHINE
                        : ReasonCode.DOWNLOAD_LIMIT_OF_MACHINE
                : isUpload
                        ? ReasonCode.UPLOAD_LIMIT_OF_CONTENT
                        : ReasonCode.DOWNLOAD_LIMIT_OF_CONTENT;
        return new TaskReason(code, List.of(RateText.describe(limit.rate())),
                limit.until().map(end -> TaskReason.of(ReasonCode.LIMIT_UNTIL,
                        time(end, limit.at()))).stream().toList());
    }

    /** With the day, unless it is the same. */
    private static String time(LocalDateTime end, LocalDateTime now) {
        String time = end.toLocalTime().toString();
        return end.toLocalDate().equals(now.toLocalDate())
                ? time
                : end.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ROOT) + " " + time;
    }

    /** What is wrong with which file: the message of some errors is the path alone. */
    public static TaskReason of(IOException error) {
        return switch (error) {
            case AccessDeniedException denied ->
                TaskReason.of(ReasonCode.PERMISSION_DENIED, denied.getFile());
            case NoSuchFileException missing ->
                TaskReason.of(ReasonCode.FILE_NOT_FOUND, missing.getFile());
            case FileConflictException conflict ->
                TaskReason.of(ReasonCode.FILE_CONFLICT, conflict.getFile());
            case DiskFullException full -> TaskReason.of(full.hasFreeBytes()
                    ? ReasonCode.INODES_OF_PATH_USED
                    : ReasonCode.DISK_OF_PATH_FULL, full.path());
            case FileSystemException failed when failed.getReason() != null
                    && failed.getFile() != null && failed.getOtherFile() == null ->
                TaskReason.of(ReasonCode.AT_PATH, failed.getFile(),
                        SystemErrors.of(failed.getReason()));
            default -> SystemErrors.of(String.valueOf(error.getMessage()));
        };
    }
}

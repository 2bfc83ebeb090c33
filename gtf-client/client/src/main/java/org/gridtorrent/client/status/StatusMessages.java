package org.gridtorrent.client.status;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.client.config.RateText;
import org.gridtorrent.engine.announce.TrackerNotice;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.limit.RateLimitStatus;
import org.gridtorrent.engine.peers.DialFailure;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileConflictException;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.mdtp.http.ReplicaFault;

/**
 * English sentences for the engine's codes and data: obstacles, activities of peers and web seeds, notices of
 * trackers, file errors.
 *
 * <p>The site's pages know the sentences about obstacles by their form, to translate them: they stand in its messages
 * too, as {@code told.standing}.
 */
public final class StatusMessages {
    private StatusMessages() {}

    /** Why the torrent is not moving, or not faster; empty when nothing hinders it. */
    public static Optional<String> reason(SwarmStatus status) {
        return status.obstacle().map(obstacle -> describe(obstacle, status.trackers()));
    }

    static String describe(Obstacle obstacle, List<TrackerStatus> trackers) {
        return switch (obstacle) {
            case Obstacle.Checking() -> "Existing data is being checked.";
            case Obstacle.RecheckingDisputed() ->
                "Data that another program changed is being checked again.";
            case Obstacle.NoPeers(boolean anyBanned) -> (anyBanned
                    ? "No other peer with this content is known; peers that sent bad data are banned"
                    : "No peer with this content is known yet") + TrackerMessages.of(trackers);
            case Obstacle.Connecting(int peers) -> peers == 1
                    ? "Connecting to the only known peer."
                    : "Connecting to " + peers + " known peers.";
            case Obstacle.NoHandshake(PeerAddress peer, int others) -> "The peer at " + peer
                    + " accepted the connection but has not sent a handshake"
                    + (others == 0 ? "." : ", like " + others + " more.");
            case Obstacle.Unreachable(DialFailure last) ->
                "No known peer can be reached; the last attempt was " + describe(last) + ".";
            case Obstacle.Refused(DialFailure last) -> "Refused: " + describe(last) + ".";
            case Obstacle.Misbehaving(PeerFault fault) ->
                name(fault) + " " + describe(fault) + ".";
            case Obstacle.NobodyHasMetadata(int peers) -> "None of the " + peers
                    + " connected peers has the metadata of this torrent;"
                    + " waiting for another peer.";
            case Obstacle.NobodyHasPieces(int peers, MissingPieces missing) -> (peers == 1
                    ? "The only connected peer has none of the "
                    : "None of the " + peers + " connected peers has any of the ")
                    + missing.pieces() + " missing pieces (" + MissingPiecesText.of(missing)
                    + "); waiting for another peer.";
            case Obstacle.Incomplete(MissingPieces missing) ->
                "Some data differs from what was published: " + missing.pieces()
                        + " pieces (" + MissingPiecesText.of(missing)
                        + ") cannot be served.";
            case Obstacle.Choked() ->
                "All peers with missing pieces are serving others; waiting for a slot.";
            case Obstacle.NoAnswer() -> "No peer answers the requests for pieces.";
            case Obstacle.MetadataStalled(long received) -> received == 0
                    ? "The peers do not answer requests for the metadata; they will be asked again."
                    : "The peers send the metadata very slowly: " + received + " bytes so far.";
            case Obstacle.RateLimited(RateLimitStatus limit) -> describe(limit);
            case Obstacle.SlowDisk() ->
                "Received data waits to be written; the disk is slow or does not answer.";
            case Obstacle.NoMemory() -> "No memory for pieces; other transfers wait for a disk"
                    + " that is slow or does not answer.";
            case Obstacle.DiskFull(DiskFullException error) -> "Paused: " + describe(error)
                    + ". Resumes automatically when space is free.";
            case Obstacle.PiecesInvalidated(InvalidationReason reason) ->
                "Some of the data is not served: " + describe(reason) + ".";
            case Obstacle.WriteFailed(IOException error) ->
                "The data cannot be written: " + describe(error) + ".";
            case Obstacle.OpenFailed(IOException error) ->
                "The data cannot be used: " + describe(error);
            case Obstacle.BadMetainfo(String detail) ->
                "The metadata of the link is invalid: " + detail + ".";
            case Obstacle.Stopped() -> "Stopped.";
        };
    }

    /** What the peer and this engine do for each other, and so why not more moves. */
    public static String describe(PeerActivity activity) {
        return switch (activity) {
            case PeerActivity.SendingMetadata() -> "Requesting the metadata from it.";
            case PeerActivity.Misbehaving(PeerFault fault) -> "It " + describe(fault) + ".";
            case PeerActivity.Paused(PeerFault fault, Duration pause) -> "It " + describe(fault)
                    + "; it is asked again in " + describe(pause) + ".";
            case PeerActivity.RequestsLimited(RateLimitStatus limit) -> describe(limit);
            case PeerActivity.NoAnswer() ->
                "It does not answer requests; its blocks are requested from others.";
            case PeerActivity.Downloading() -> "Downloading from it.";
            case PeerActivity.UploadLimited(RateLimitStatus limit) -> describe(limit);
            case PeerActivity.Uploading() -> "Uploading to it.";
            case PeerActivity.Choked() ->
                "It is serving others; waiting for a slot.";
            case PeerActivity.SlowDisk() ->
                "Received data waits to be written; no more is requested meanwhile.";
            case PeerActivity.AwaitingSlot() ->
                "It wants pieces and waits for an upload slot.";
            case PeerActivity.Idle(PeerActivity.IdleReason reason) -> describe(reason);
        };
    }

    private static String describe(PeerActivity.IdleReason reason) {
        return switch (reason) {
            case REQUESTED_ELSEWHERE -> "The missing pieces that it has are requested from others.";
            case REQUESTS_NOTHING ->
                "It wants pieces and has an upload slot, but requests nothing.";
            case NOTHING_MISSING -> "Nothing is missing here, and it wants nothing.";
            case HAS_NOTHING_MISSING -> "It has none of the missing pieces, and wants nothing.";
        };
    }

    /** What the tracker says, or why it cannot be used. */
    public static String describe(TrackerNotice notice) {
        return switch (notice) {
            case TrackerNotice.Warning(String text) -> "it warns: " + text;
            case TrackerNotice.FailureReason(String text) -> "it says: " + text;
            case TrackerNotice.NoResponse(String detail) -> detail;
        };
    }

    private static String name(PeerFault fault) {
        String what = switch (fault) {
            case PeerFault.ProtocolViolation _,PeerFault.RejectsPieces _ -> "peer";
            case PeerFault.FalseData _,PeerFault.Silent _,PeerFault.RequestFailed _,PeerFault.WrongLength _,PeerFault.NotAsked _ ->
                "web seed";
        };
        return "The " + what + " at " + fault.peer();
    }

    /** What the peer or web seed does wrong, to follow its name. */
    public static String describe(PeerFault fault) {
        return switch (fault) {
            case PeerFault.ProtocolViolation(_, String detail) ->
                "breaks the BitTorrent protocol: " + detail;
            case PeerFault.RejectsPieces _ -> "refuses pieces that it says it has";
            case PeerFault.FalseData _ -> "sends data that does not match its hash";
            case PeerFault.Silent _ -> "does not answer";
            case PeerFault.RequestFailed(_, String path, ReplicaFault why) ->
                "does not serve " + path + ": " + ReplicaMessages.describe(why);
            case PeerFault.WrongLength(_, String path, long length) ->
                "has a file of another length, %,d bytes, as %s".formatted(length, path);
            case PeerFault.NotAsked(_, String detail) -> "cannot be asked: " + detail;
        };
    }

    /** In seconds up to two minutes, and in minutes above. */
    private static String describe(Duration pause) {
        long seconds = Math.max(1, pause.plusMillis(999).toSeconds());
        return seconds <= 120 ? seconds + " s" : Math.ceilDiv(seconds, 60) + " min";
    }

    private static String describe(DialFailure failure) {
        return failure.peer() + ": " + failure.detail();
    }

    private static String describe(RateLimitStatus limit) {
        String direction = switch (limit.direction()) {
            case UPLOAD -> "upload limit of ";
            case DOWNLOAD -> "download limit of ";
        };
        String scope = switch (limit.scope()) {
            case ENGINE -> "this machine";
            case TORRENT -> "this content";
        };
        return "Limited by the " + direction + scope + ", " + RateText.describe(limit.rate())
                + limit.until().map(end -> " until " + time(end, limit.at())).orElse("") + ".";
    }

    /** With the day, unless it is the same. */
    private static String time(LocalDateTime end, LocalDateTime now) {
        String time = end.toLocalTime().toString();
        return end.toLocalDate().equals(now.toLocalDate())
                ? time
                : end.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ROOT) + " " + time;
    }

    private static String describe(InvalidationReason reason) {
        return switch (reason) {
            case InvalidationReason.FileChanged(String file) ->
                file + " was changed by another program";
            case InvalidationReason.Evicted() -> "the cache made room for other pieces";
            case InvalidationReason.Unreadable(int piece, String detail) ->
                "piece " + piece + " cannot be read: " + detail;
        };
    }

    /** What is wrong with which file: the message of some errors is the path alone. */
    public static String describe(IOException error) {
        return switch (error) {
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case NoSuchFileException missing -> missing.getFile() + ": no such file or folder";
            case FileConflictException conflict -> conflict.getFile()
                    + " already exists with other content; it is left unchanged";
            case DiskFullException full -> "the disk that holds " + full.path()
                    + (full.hasFreeBytes()
                            ? " rejects writes although space is free: its inodes or a quota may be"
                                    + " used up"
                            : " is full");
            default -> String.valueOf(error.getMessage());
        };
    }
}

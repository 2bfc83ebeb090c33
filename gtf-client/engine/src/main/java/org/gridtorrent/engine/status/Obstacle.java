package org.gridtorrent.engine.status;

import java.io.IOException;
import java.util.Optional;
import org.gridtorrent.engine.limit.RateLimitStatus;
import org.gridtorrent.engine.peers.DialFailure;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.transport.PeerAddress;

/**
 * Reason why a torrent is not moving, or not faster: a code, and the data to explain it to users.
 *
 * <p>Details that are strings are technical English: messages of exceptions.
 */
public sealed interface Obstacle {

    /** Existing data is being compared with the hashes. */
    record Checking() implements Obstacle {}

    /** Files that another program wrote to are hashed once more before the torrent counts as complete. */
    record RecheckingDisputed() implements Obstacle {}

    /**
     * No peer is known that may be dialled.
     *
     * @param anyBanned whether peers were banned for false data
     */
    record NoPeers(boolean anyBanned) implements Obstacle {}

    /**
     * No connection is open yet.
     *
     * @param peers count of known peers
     */
    record Connecting(int peers) implements Obstacle {}

    /**
     * Connections are open, and the peers have not sent their handshake.
     *
     * @param peer the first of these peers
     * @param others count of the others
     */
    record NoHandshake(PeerAddress peer, int others) implements Obstacle {}

    /** No known peer can be reached. */
    record Unreachable(DialFailure last) implements Obstacle {}

    /** A peer was reached and refused admission. */
    record Refused(DialFailure last) implements Obstacle {}

    /** The peers that were reached misbehave. */
    record Misbehaving(PeerFault fault) implements Obstacle {}

    /**
     * No connected peer serves the info dictionary (BEP 9).
     *
     * @param peers count of connected peers
     */
    record NobodyHasMetadata(int peers) implements Obstacle {}

    /**
     * No connected peer has a missing piece.
     *
     * @param peers count of connected peers
     */
    record NobodyHasPieces(int peers, MissingPieces pieces) implements Obstacle {}

    /** Data that is shared in place lacks pieces or was changed; nothing is fetched into it. */
    record Incomplete(MissingPieces pieces) implements Obstacle {}

    /** All peers that have missing pieces choke us. */
    record Choked() implements Obstacle {}

    /** Pieces are requested, and no peer sends them. */
    record NoAnswer() implements Obstacle {}

    /**
     * The info dictionary is requested (BEP 9), and comes too slowly or not at all.
     *
     * @param received bytes so far
     */
    record MetadataStalled(long received) implements Obstacle {}

    /** A rate limit holds blocks back. */
    record RateLimited(RateLimitStatus limit) implements Obstacle {}

    /** Received pieces wait to be written. */
    record SlowDisk() implements Obstacle {}

    /** Torrents on other disks use all memory for pieces. */
    record NoMemory() implements Obstacle {}

    /** The disk has no room; writing is retried. */
    record DiskFull(DiskFullException error) implements Obstacle {}

    /** Pieces are no longer verified, and not served. */
    record PiecesInvalidated(InvalidationReason reason) implements Obstacle {}

    /** Writing failed for good. */
    record WriteFailed(IOException error) implements Obstacle {}

    /** The torrent's files or its journal could not be opened or checked. */
    record OpenFailed(IOException error) implements Obstacle {}

    /** What a magnet link leads to is no metainfo that may be used. */
    record BadMetainfo(String detail) implements Obstacle {}

    record Stopped() implements Obstacle {}

    /** Code of the obstacle, for programs; the names are stable. */
    enum Code {
        CHECKING,
        NO_PEERS,
        CONNECTING,
        NO_HANDSHAKE,
        UNREACHABLE,
        REFUSED,
        MISBEHAVES,
        NOBODY_HAS_IT,
        INCOMPLETE,
        CHOKED,
        NO_ANSWER,
        LIMIT,
        SLOW_DISK,
        DISK_FULL,
        STORAGE_FAILED,
        BAD_METAINFO,
        STOPPED
    }

    default Code code() {
        return switch (this) {
            case Checking _,RecheckingDisputed _ -> Code.CHECKING;
            case NoPeers _ -> Code.NO_PEERS;
            case Connecting _ -> Code.CONNECTING;
            case NoHandshake _ -> Code.NO_HANDSHAKE;
            case Unreachable _ -> Code.UNREACHABLE;
            case Refused _ -> Code.REFUSED;
            case Misbehaving _ -> Code.MISBEHAVES;
            case NobodyHasMetadata _,NobodyHasPieces _ -> Code.NOBODY_HAS_IT;
            case Incomplete _ -> Code.INCOMPLETE;
            case Choked _ -> Code.CHOKED;
            case NoAnswer _,MetadataStalled _ -> Code.NO_ANSWER;
            case RateLimited _ -> Code.LIMIT;
            case SlowDisk _,NoMemory _ -> Code.SLOW_DISK;
            case DiskFull _ -> Code.DISK_FULL;
            case PiecesInvalidated _,WriteFailed _,OpenFailed _ -> Code.STORAGE_FAILED;
            case BadMetainfo _ -> Code.BAD_METAINFO;
            case Stopped _ -> Code.STOPPED;
        };
    }

    /** Pieces that no connected peer has, or that are no longer there; empty where that is not the reason. */
    default Optional<MissingPieces> missing() {
        return switch (this) {
            case NobodyHasPieces(_, MissingPieces pieces) -> Optional.of(pieces);
            case Incomplete(MissingPieces pieces) -> Optional.of(pieces);
            default -> Optional.empty();
        };
    }
}

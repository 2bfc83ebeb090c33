package org.gridtorrent.engine.status;

import java.util.Optional;
import org.gridtorrent.engine.piece.MissingPieces;

/**
 * Reason why a transfer does not move, or not faster.
 *
 * @param sentence the same for people: what happened, to what, and what may be done
 * @param missing missing pieces that no connected peer has ({@link Code#NOBODY_HAS_IT}, when the content
 * is known), or that were lost ({@link Code#INCOMPLETE})
 */
public record Obstacle(Code code, String sentence, Optional<MissingPieces> missing) {

    public Obstacle(Code code, String sentence) {
        this(code, sentence, Optional.empty());
    }

    public static Obstacle diskFull(String reason) {
        return new Obstacle(Code.DISK_FULL,
                "Paused: " + reason + ". It goes on by itself when there is room.");
    }

    /** A peer breaks the protocol; {@code peer} is its address and fault. */
    public static Obstacle misbehaves(String peer) {
        return new Obstacle(Code.MISBEHAVES, "The peer at " + peer + ".");
    }

    /** For programs; names are stable. */
    public enum Code {
        CHECKING,
        NO_PEERS,
        CONNECTING,
        /** Connections are open, and no peer has sent its handshake yet. */
        NO_HANDSHAKE,
        UNREACHABLE,
        REFUSED,
        /** The reached peers break the protocol, or reject pieces that they have. */
        MISBEHAVES,
        NOBODY_HAS_IT,
        /** Data shared in place is missing or was changed; nothing is downloaded into it. */
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
}

package org.gridtorrent.engine.status;

import java.util.Optional;
import org.gridtorrent.engine.piece.MissingPieces;

/**
 * Why a content is not moving, or not faster.
 *
 * @param sentence the same for people: what happened, to what, and what may be done
 * @param missing the pieces that nobody who is connected has, or that are not there any more; with {@link
 * Code#NOBODY_HAS_IT} of a content that is known, and {@link Code#INCOMPLETE}
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
        /** Lines are open, and nobody at their other ends has said the handshake yet. */
        NO_HANDSHAKE,
        UNREACHABLE,
        REFUSED,
        /** Who was reached breaks the protocol, or refuses what it says it has. */
        MISBEHAVES,
        NOBODY_HAS_IT,
        /** Of data that is shared where it lies, something is missing or was changed; nothing is fetched into it. */
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

package org.gridtorrent.engine.swarm;

/**
 * Why a content is not moving, or not faster.
 *
 * @param sentence the same for people: what happened, to what, and what may be done
 */
public record Obstacle(Code code, String sentence) {

    /** For programs; names are stable. */
    public enum Code {
        CHECKING,
        NO_PEERS,
        CONNECTING,
        UNREACHABLE,
        REFUSED,
        NOBODY_HAS_IT,
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

package org.gridtorrent.engine.limit;

import java.time.LocalDateTime;
import java.util.Optional;

/**
 * A rate limit as it was in force at one moment.
 *
 * @param rate bytes a second
 * @param at the moment, in the time zone of the schedule
 * @param until when the schedule changes the rate; empty when it never does
 */
public record RateLimitStatus(Scope scope, Direction direction, long rate, LocalDateTime at,
        Optional<LocalDateTime> until) {

    /** What the limit holds for. */
    public enum Scope {
        /** All torrents of this engine together. */
        ENGINE, TORRENT
    }

    /** Which way the limited bytes go. */
    public enum Direction {
        UPLOAD, DOWNLOAD
    }
}

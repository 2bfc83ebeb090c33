package org.gridtorrent.tracker.limit;

import java.time.Duration;

/** There is no room for this call now. */
public final class OverloadException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    OverloadException(Duration retryAfter) {
        super("no room for this call; there may be in " + retryAfter.toSeconds() + " s");
        this.retryAfter = retryAfter;
    }

    /** When there may be room again. */
    public Duration retryAfter() {
        return retryAfter;
    }
}

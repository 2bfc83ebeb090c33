package org.gridtorrent.engine.announce;

import java.time.Duration;
import java.util.Optional;

/** A tracker answered that it does not want to serve this announce or scrape. */
final class TrackerFailureException extends InvalidResponseException {
    private static final long serialVersionUID = 1;
    private static final int MAX_WORDS = 200;

    private final transient Optional<Duration> retryIn;

    TrackerFailureException(String reason) {
        this(reason, Optional.empty());
    }

    TrackerFailureException(String reason, Optional<Duration> retryIn) {
        super("it says: " + harmless(reason));
        this.retryIn = retryIn;
    }

    /** When it may be asked again, if it said so (BEP 31). */
    Optional<Duration> retryIn() {
        return retryIn;
    }

    /** A tracker's words as they may stand in a line on a terminal: short, and without controls. */
    static String harmless(String words) {
        String printable = words.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", "?").strip();
        return printable.length() <= MAX_WORDS
                ? printable
                : printable.substring(0, MAX_WORDS) + "…";
    }
}

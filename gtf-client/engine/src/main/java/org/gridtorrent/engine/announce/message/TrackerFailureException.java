package org.gridtorrent.engine.announce.message;

import java.time.Duration;
import java.util.Optional;

/** Failure of an announce or scrape: the message is the failure reason that the tracker returned. */
public final class TrackerFailureException extends InvalidResponseException {
    private static final long serialVersionUID = 1;
    private static final int MAX_TEXT_LENGTH = 200;

    private final transient Optional<Duration> retryIn;

    public TrackerFailureException(String reason) {
        this(reason, Optional.empty());
    }

    public TrackerFailureException(String reason, Optional<Duration> retryIn) {
        super(printable(reason));
        this.retryIn = retryIn;
    }

    /** When to retry, if the tracker says so (BEP 31). */
    public Optional<Duration> retryIn() {
        return retryIn;
    }

    /** A tracker's text, shortened and without control characters, so that it can be shown in a terminal. */
    public static String printable(String text) {
        String clean = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", "?").strip();
        return clean.length() <= MAX_TEXT_LENGTH
                ? clean
                : clean.substring(0, MAX_TEXT_LENGTH) + "…";
    }
}

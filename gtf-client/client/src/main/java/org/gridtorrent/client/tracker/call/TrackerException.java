package org.gridtorrent.client.tracker.call;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The tracker refused, or could not be reached; the reason says what to do about it. */
public final class TrackerException extends IOException {
    private static final long serialVersionUID = 1;

    /** The faults of the WSDL; OTHER_SITE for a server with another site's certificate, UNREACHABLE for all else below SOAP. */
    public enum Reason {
        NOT_ENROLLED, CODE_REFUSED, NOT_FOUND, INVALID, CONFLICT, BUSY, FENCED, OTHER_SITE,
        UNREACHABLE;

        /** Whether the same request may succeed later without anybody doing anything. */
        public boolean passes() {
            return this == BUSY || this == OTHER_SITE || this == UNREACHABLE;
        }
    }

    private final Reason reason;
    private final Duration retryAfter;

    public TrackerException(Reason reason, String message, @Nullable Throwable cause) {
        this(reason, message, Duration.ZERO, cause);
    }

    /** The tracker said when to ask again, or ZERO. */
    public TrackerException(Reason reason, String message, Duration retryAfter,
            @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    public Reason reason() {
        return reason;
    }

    /** How long the tracker asked to be left alone; ZERO when it did not say. */
    public Duration retryAfter() {
        return retryAfter;
    }
}

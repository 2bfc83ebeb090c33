package org.gridtorrent.client.tracker;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The tracker refused, or could not be reached; the reason says what to do about it. */
public final class TrackerException extends IOException {
    private static final long serialVersionUID = 1;

    /** The faults of the WSDL, and UNREACHABLE for everything below SOAP. */
    public enum Reason {
        NOT_ENROLLED, CODE_REFUSED, NOT_FOUND, INVALID, CONFLICT, BUSY, FENCED, UNREACHABLE;

        /** Whether the same request may succeed later without anybody doing anything. */
        public boolean passes() {
            return this == BUSY || this == UNREACHABLE;
        }
    }

    private final Reason reason;

    public TrackerException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}

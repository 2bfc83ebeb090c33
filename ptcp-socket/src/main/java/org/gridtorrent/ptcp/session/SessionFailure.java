package org.gridtorrent.ptcp.session;

import java.io.IOException;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/** What is told of whatever ended a session's thread: an exception that an application expects. */
public final class SessionFailure {
    @SuppressWarnings("StaticAssignmentOfThrowable") // made while there is memory
    private static final IOException WITHOUT_MEMORY = new SocketException(
            "a PTCP session broke: no memory left, not even to say on which part of it");

    private SessionFailure() {}

    /** In words; of memory, what to do about it. */
    public static String reason(Throwable cause) {
        String message = cause.getMessage();
        if (cause instanceof OutOfMemoryError) {
            return isOfDirectMemory(message)
                    ? "no direct memory left for its buffers: raise -XX:MaxDirectMemorySize, or"
                            + " lower the limits of its sockets (" + message + ")"
                    : "no memory left: " + message;
        }
        if (message == null) {
            return cause.getClass().getSimpleName();
        }
        return cause instanceof Exception ? message : cause.toString();
    }

    private static boolean isOfDirectMemory(@Nullable String message) {
        return message != null && message.contains("direct");
    }

    /** That a session with that peer broke on this part of it. */
    static IOException of(Object peer, String part, Throwable cause) {
        try {
            return new SocketException(
                    "PTCP session with " + peer + " broke on its " + part + ": " + reason(cause),
                    cause);
        } catch (OutOfMemoryError e) {
            return WITHOUT_MEMORY;
        }
    }
}

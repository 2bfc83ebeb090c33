package org.gridtorrent.ptcp.session;

import java.io.IOException;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/** Makes the exception that the application gets when a session breaks. */
public final class SessionFailure {
    @SuppressWarnings("StaticAssignmentOfThrowable") // made while there is memory
    private static final IOException WITHOUT_MEMORY = new SocketException(
            "a PTCP session broke: no memory left, not even to say on which part of it");

    private SessionFailure() {}

    /** The cause as a message; for lack of memory, what to do about it. */
    public static String describe(Throwable cause) {
        String message = cause.getMessage();
        if (cause instanceof OutOfMemoryError) {
            return isDirectMemory(message)
                    ? "no direct memory left for its buffers: raise -XX:MaxDirectMemorySize, or"
                            + " lower the limits of its sockets (" + message + ")"
                    : "no memory left: " + message;
        }
        if (message == null) {
            return cause.getClass().getSimpleName();
        }
        return cause instanceof Exception ? message : cause.toString();
    }

    private static boolean isDirectMemory(@Nullable String message) {
        return message != null && message.contains("direct");
    }

    /**
     * The exception of a session that broke.
     *
     * @param part of the session that failed, such as "control channel"
     */
    static IOException of(Object peer, String part, Throwable cause) {
        try {
            return new SocketException(
                    "PTCP session with " + peer + " broke on its " + part + ": " + describe(cause),
                    cause);
        } catch (OutOfMemoryError e) {
            return WITHOUT_MEMORY;
        }
    }
}

package org.gridtorrent.ptcp.net;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Interrupt handling as in {@link java.net.Socket}: an interrupt ends a wait of a virtual thread only.
 *
 * <p>A platform thread keeps waiting; its interrupt status is restored afterwards.
 */
public final class SocketInterrupts {
    private SocketInterrupts() {}

    /**
     * Runs an action in a virtual thread of its own and returns its result. An interrupt of the caller does
     * not reach the channels that the action uses; it would close them in any kind of thread.
     *
     * @throws InterruptedSocketException in a virtual thread that was interrupted; the action goes on
     */
    public static <T> T callInOwnThread(String threadName, Callable<T> action) throws IOException {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofVirtual().name(threadName).start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    requirePlatformThread();
                } catch (ExecutionException e) {
                    throw asIoException(e.getCause());
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    /**
     * Runs an action on a channel: in the calling thread if that is virtual, where an interrupt may close
     * the channel, and in a thread of its own otherwise.
     */
    public static <T> T callOnChannel(Callable<T> action) throws IOException {
        if (!Thread.currentThread().isVirtual()) {
            return callInOwnThread("ptcp-plain", action);
        }
        try {
            return action.call();
        } catch (Exception e) {
            throw asIoException(e);
        }
    }

    private static IOException asIoException(@Nullable Throwable cause) {
        return switch (cause) {
            case IOException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> new IOException(cause);
        };
    }

    /** Ends an interrupted wait of a virtual thread. */
    static void requirePlatformThread() throws InterruptedSocketException {
        if (Thread.currentThread().isVirtual()) {
            throw new InterruptedSocketException();
        }
    }

    /** Sets the interrupt status again that a wait put aside. */
    public static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

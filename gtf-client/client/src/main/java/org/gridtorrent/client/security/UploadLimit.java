package org.gridtorrent.client.security;

import java.util.concurrent.locks.LockSupport;

/**
 * How fast this device may send to all its peers together, in bytes a second.
 *
 * <p>Thread-safe. Each piece of output takes the next free stretch of time and waits for its begin,
 * so that connections take turns in the order in which they come.
 */
public final class UploadLimit {
    /** Bytes let go in one turn. */
    static final int TURN = 16 * 1024;
    private static final long SECOND_NS = 1_000_000_000L;

    private final long bytesPerSecond;
    private long freeNs = System.nanoTime();

    private UploadLimit(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** As fast as it goes. */
    public static UploadLimit none() {
        return new UploadLimit(0);
    }

    public static UploadLimit of(long bytesPerSecond) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException(
                    "an upload limit of " + bytesPerSecond + " bytes a second");
        }
        return new UploadLimit(bytesPerSecond);
    }

    boolean isNone() {
        return bytesPerSecond == 0;
    }

    /** Returns when so many bytes, at most {@link #TURN}, may be sent. */
    void await(int bytes) {
        long beginNs = reserve(bytes);
        for (long left = beginNs - System.nanoTime(); left > 0; left = beginNs
                - System.nanoTime()) {
            if (Thread.currentThread().isInterrupted()) {
                return; // the write that follows will say so
            }
            LockSupport.parkNanos(this, left);
        }
    }

    private synchronized long reserve(int bytes) {
        long now = System.nanoTime();
        long beginNs = freeNs - now > 0 ? freeNs : now;
        freeNs = beginNs + Math.ceilDiv(bytes * SECOND_NS, bytesPerSecond);
        return beginNs;
    }
}

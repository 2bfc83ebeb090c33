package org.gridtorrent.ptcp;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A moment on the monotonic clock by which something must have happened. */
record Deadline(long nanoTime) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    long nanosLeft() {
        return Math.max(0, nanoTime - System.nanoTime());
    }

    /** At least 1; a {@link SocketTimeoutException} naming the action when the time is over. */
    int millisLeft(String action) throws SocketTimeoutException {
        long nanos = nanosLeft();
        if (nanos == 0) {
            throw new SocketTimeoutException("no time left to " + action);
        }
        return (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }
}

package org.gridtorrent.ptcp.net;

import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A moment on the monotonic clock by which something must have happened. */
public record Deadline(long nanoTime) {
    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    public long nanosLeft() {
        return Math.max(0, nanoTime - System.nanoTime());
    }

    /** Closes the channel when the time is over, unless the guard is closed before. */
    public Guard guard(SocketChannel channel) {
        return new Guard(Thread.ofVirtual().name("ptcp-guard").start(() -> {
            try {
                Thread.sleep(Duration.ofNanos(nanosLeft()));
                Channel.close(channel, true);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /** Watches over a channel until it is closed. */
    public record Guard(Thread timer) implements AutoCloseable {
        @Override
        public void close() {
            timer.interrupt();
        }
    }

    /** At least 1; a {@link SocketTimeoutException} naming the action when the time is over. */
    public int millisLeft(String action) throws SocketTimeoutException {
        long nanos = nanosLeft();
        if (nanos == 0) {
            throw new SocketTimeoutException("no time left to " + action);
        }
        return (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }
}

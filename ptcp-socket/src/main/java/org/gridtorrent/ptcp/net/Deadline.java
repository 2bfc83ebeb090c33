package org.gridtorrent.ptcp.net;

import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Moment of the monotonic clock by which something must have happened.
 *
 * @param nanoTime in {@link System#nanoTime}'s terms
 */
public record Deadline(long nanoTime) {
    public static Deadline after(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** 0 when the time is over. */
    public long nanosLeft() {
        return Math.max(0, nanoTime - System.nanoTime());
    }

    /** Resets the channel at the deadline, unless the watchdog is closed before. */
    public Watchdog watch(SocketChannel channel) {
        return new Watchdog(Thread.ofVirtual().name("ptcp-watchdog").start(() -> {
            try {
                Thread.sleep(Duration.ofNanos(nanosLeft()));
                Channel.close(channel, true);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /** Watches one channel until it is closed. */
    public record Watchdog(Thread timer) implements AutoCloseable {
        @Override
        public void close() {
            timer.interrupt();
        }
    }

    /**
     * Milliseconds that are left, at least 1.
     *
     * @throws SocketTimeoutException when the time is over; it names the action
     */
    public int millisLeft(String action) throws SocketTimeoutException {
        long nanos = nanosLeft();
        if (nanos == 0) {
            throw new SocketTimeoutException("no time left to " + action);
        }
        return (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }
}

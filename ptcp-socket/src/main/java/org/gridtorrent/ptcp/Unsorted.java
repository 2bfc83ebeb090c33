package org.gridtorrent.ptcp;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Accepted connections of which it is not known yet what they are.
 *
 * <p>Each has the same time for that, however slowly its bytes drip; a thread that lives only while there
 * are some closes those whose time is over. At most {@value #MAX} are kept; one more pushes out the
 * oldest. Thread-safe.
 */
final class Unsorted {
    static final int MAX = 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    private final LinkedHashMap<SocketChannel, Deadline> channels = new LinkedHashMap<>();
    private final Duration time;
    private boolean watched;

    Unsorted(Duration time) {
        this.time = time;
    }

    /** Returns until when it must be sorted. */
    Deadline add(SocketChannel channel) {
        lock.lock();
        try {
            if (channels.size() == MAX) {
                Channel.close(channels.pollFirstEntry().getKey(), true);
            }
            Deadline deadline = Deadline.in(time);
            channels.put(channel, deadline);
            if (!watched) {
                watched = true;
                Thread.ofVirtual().name("ptcp-greeter-watch").start(this::watch);
            }
            return deadline;
        } finally {
            lock.unlock();
        }
    }

    void remove(SocketChannel channel) {
        lock.lock();
        try {
            if (channels.remove(channel) != null && channels.isEmpty()) {
                emptied.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            channels.keySet().forEach(channel -> Channel.close(channel, false));
            channels.clear();
            emptied.signal();
        } finally {
            lock.unlock();
        }
    }

    private void watch() {
        lock.lock();
        try {
            Map.@Nullable Entry<SocketChannel, Deadline> oldest;
            while ((oldest = channels.firstEntry()) != null) {
                long left = oldest.getValue().nanosLeft();
                if (left == 0) {
                    channels.remove(oldest.getKey());
                    Channel.close(oldest.getKey(), false);
                } else {
                    emptied.awaitNanos(left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            watched = false;
            lock.unlock();
        }
    }
}

package org.gridtorrent.ptcp.handshake;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * Accepted connections that are not what they want to be yet: of which it is not known what they are, or
 * for which there is no room.
 *
 * <p>Each has the same time for that, however slowly its bytes drip; a thread that lives only while there
 * are some drops those whose time is over. Only so many are kept; one more pushes out the oldest. To drop
 * one is to interrupt its thread, which may wait for something else than its bytes, and to close it unless
 * the thread is to answer. Thread-safe.
 */
public final class PendingHandshakes {
    public static final int MAX = 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    private final LinkedHashMap<SocketChannel, Entry> entries = new LinkedHashMap<>();
    private final Duration time;
    private final int max;
    private final boolean answered;
    private boolean watched;

    private record Entry(Thread greeter, Deadline deadline) {}

    /** @param answered whether the thread of one that is dropped answers and closes it */
    PendingHandshakes(Duration time, int max, boolean answered) {
        this.time = time;
        this.max = max;
        this.answered = answered;
    }

    private void drop(SocketChannel channel, Entry entry, boolean reset) {
        if (!answered) {
            Channel.close(channel, reset);
        }
        entry.greeter.interrupt();
    }

    /** @param greeter its thread */
    void add(SocketChannel channel, Thread greeter) {
        lock.lock();
        try {
            if (entries.size() == max) {
                var oldest = entries.pollFirstEntry();
                drop(oldest.getKey(), oldest.getValue(), true);
            }
            entries.put(channel, new Entry(greeter, Deadline.after(time)));
            if (!watched) {
                watched = true;
                Thread.ofVirtual().name("ptcp-greeter-watch").start(this::watch);
            }
        } finally {
            lock.unlock();
        }
    }

    /** It is one of them no more; false if it was dropped before. */
    boolean remove(SocketChannel channel) {
        lock.lock();
        try {
            boolean removed = entries.remove(channel) != null;
            if (removed && entries.isEmpty()) {
                emptied.signal();
            }
            return removed;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            entries.forEach((channel, entry) -> drop(channel, entry, false));
            entries.clear();
            emptied.signal();
        } finally {
            lock.unlock();
        }
    }

    private void watch() {
        lock.lock();
        try {
            Map.@Nullable Entry<SocketChannel, Entry> oldest;
            while ((oldest = entries.firstEntry()) != null) {
                long left = oldest.getValue().deadline().nanosLeft();
                if (left == 0) {
                    entries.remove(oldest.getKey());
                    drop(oldest.getKey(), oldest.getValue(), false);
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

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
 * Accepted connections whose handshake is not complete, oldest first, with a deadline each.
 *
 * <p>All have the same time, however slowly their bytes come. One connection above the limit drops the oldest. To
 * drop a connection is to interrupt its thread, which may wait for something else than bytes, and to close it
 * unless its thread sends a refusal first. A virtual thread, which lives while there are any, drops those whose
 * time is over. Thread-safe.
 */
public final class PendingHandshakes {
    public static final int MAX = 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    private final LinkedHashMap<SocketChannel, Entry> entries = new LinkedHashMap<>();
    private final Duration time;
    private final int max;
    private final boolean threadCloses;
    private boolean hasWatcher;

    private record Entry(Thread thread, Deadline deadline) {}

    /** @param threadCloses whether the thread of a dropped connection sends a refusal and closes it */
    PendingHandshakes(Duration time, int max, boolean threadCloses) {
        this.time = time;
        this.max = max;
        this.threadCloses = threadCloses;
    }

    private void drop(SocketChannel channel, Entry entry, boolean reset) {
        if (!threadCloses) {
            Channel.close(channel, reset);
        }
        entry.thread.interrupt();
    }

    /** @param thread the one that does the connection's handshake */
    void add(SocketChannel channel, Thread thread) {
        lock.lock();
        try {
            if (entries.size() == max) {
                var oldest = entries.pollFirstEntry();
                drop(oldest.getKey(), oldest.getValue(), true);
            }
            entries.put(channel, new Entry(thread, Deadline.after(time)));
            if (!hasWatcher) {
                hasWatcher = true;
                Thread.ofVirtual().name("ptcp-handshake-watcher").start(this::watch);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Removes a connection; false if it was dropped before. */
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

    /** Drops all connections. */
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
            hasWatcher = false;
            lock.unlock();
        }
    }
}

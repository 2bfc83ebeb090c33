package org.gridtorrent.ptcp;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Accepted connections of which it is not known yet what they are, or for which there is no room yet.
 *
 * <p>Each has the same time for that, however slowly its bytes drip; a thread that lives only while there
 * are some drops those whose time is over. Only so many are kept; one more pushes out the oldest. To drop
 * one is to close it and to interrupt its thread, which may wait for something else than its bytes.
 * Thread-safe.
 */
final class Unsorted {
    static final int MAX = 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    private final LinkedHashMap<SocketChannel, Entry> entries = new LinkedHashMap<>();
    private final Duration time;
    private final int max;
    private boolean watched;

    private static final class Entry {
        private final Thread greeter;
        private final Deadline deadline;
        private boolean known;

        Entry(Thread greeter, Deadline deadline) {
            this.greeter = greeter;
            this.deadline = deadline;
        }

        void drop(SocketChannel channel, boolean reset) {
            if (!known) {
                Channel.close(channel, reset);
            }
            greeter.interrupt();
        }
    }

    Unsorted(Duration time, int max) {
        this.time = time;
        this.max = max;
    }

    /** @param greeter the thread that sorts it */
    void add(SocketChannel channel, Thread greeter) {
        lock.lock();
        try {
            if (entries.size() == max) {
                var oldest = entries.pollFirstEntry();
                oldest.getValue().drop(oldest.getKey(), true);
            }
            entries.put(channel, new Entry(greeter, Deadline.in(time)));
            if (!watched) {
                watched = true;
                Thread.ofVirtual().name("ptcp-greeter-watch").start(this::watch);
            }
        } finally {
            lock.unlock();
        }
    }

    /** What it is, is known: when it is dropped, its thread answers and closes it. */
    void known(SocketChannel channel) {
        lock.lock();
        try {
            Entry entry = entries.get(channel);
            if (entry != null) {
                entry.known = true;
            }
        } finally {
            lock.unlock();
        }
    }

    /** It is sorted; false if it was dropped before. */
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
            entries.forEach((channel, entry) -> entry.drop(channel, false));
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
                long left = oldest.getValue().deadline.nanosLeft();
                if (left == 0) {
                    entries.remove(oldest.getKey());
                    oldest.getValue().drop(oldest.getKey(), false);
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

package org.gridtorrent.ptcp.handshake;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.ptcp.net.TimedWait;
import org.jspecify.annotations.Nullable;

/**
 * Queue of connections whose handshake is complete, until {@code accept} takes them; bounded.
 *
 * <p>A slot is reserved before the peer gets its reply, in the order of arrival. So a peer is told that its
 * connection is open only when the application can accept it. Thread-safe.
 */
final class AcceptQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<AcceptedConnection> connections = new ArrayDeque<>();
    private final Semaphore slots;
    private boolean closed;

    AcceptQueue(int capacity) {
        slots = new Semaphore(capacity, true);
    }

    /** Waits for a slot, which the caller closes; null when the queue is closed. */
    @Nullable
    Slot reserve() throws InterruptedException {
        slots.acquire();
        lock.lock();
        try {
            if (closed) {
                slots.release();
                return null;
            }
            return new Slot();
        } finally {
            lock.unlock();
        }
    }

    /** Place for one connection, given back by {@link #close} if none was offered. Confined to one thread. */
    final class Slot implements AutoCloseable {
        private boolean used;

        /** Queues the connection; false when the queue is closed. */
        boolean offer(AcceptedConnection connection) {
            used = add(connection);
            return used;
        }

        @Override
        public void close() {
            if (!used) {
                slots.release();
            }
        }
    }

    private boolean add(AcceptedConnection connection) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            arrived.signal();
            return connections.add(connection);
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next connection; {@link TimedWait#FOREVER} for no limit. */
    AcceptedConnection take(long timeoutNanos) throws IOException {
        lock.lock();
        try (TimedWait wait = new TimedWait(timeoutNanos)) {
            while (connections.isEmpty()) {
                if (closed) {
                    throw new SocketException("Socket closed");
                }
                if (wait.isExpired()) {
                    throw new SocketTimeoutException("Accept timed out");
                }
                wait.await(arrived);
            }
            slots.release();
            return connections.remove();
        } finally {
            lock.unlock();
        }
    }

    /** Fails all callers that wait, and resets all queued connections. */
    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
            while (!connections.isEmpty()) {
                slots.release();
                connections.remove().reset();
            }
        } finally {
            lock.unlock();
        }
    }
}

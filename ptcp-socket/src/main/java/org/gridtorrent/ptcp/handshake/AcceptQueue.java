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
 * Connections whose handshake is done, until {@code accept} takes them; bounded, thread-safe.
 *
 * <p>Whoever offers one has reserved room for it before, waiting in turn: so that a peer is told that a
 * connection is open only when it can be accepted.
 */
public final class AcceptQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<AcceptedConnection> connections = new ArrayDeque<>();
    private final Semaphore room;
    private boolean closed;

    public AcceptQueue(int capacity) {
        room = new Semaphore(capacity, true);
    }

    /** Waits for room for one, which the caller closes; null when nobody will accept any more. */
    @Nullable
    Room reserve() throws InterruptedException {
        room.acquire();
        lock.lock();
        try {
            if (closed) {
                room.release();
                return null;
            }
            return new Room();
        } finally {
            lock.unlock();
        }
    }

    /** Room for one connection, which is given back if none was offered. Of one thread. */
    final class Room implements AutoCloseable {
        private boolean used;

        /** False when nobody will accept any more. */
        boolean offer(AcceptedConnection connection) {
            used = add(connection);
            return used;
        }

        @Override
        public void close() {
            if (!used) {
                room.release();
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

    public AcceptedConnection take(long timeoutNanos) throws IOException {
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
            room.release();
            return connections.remove();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes those who wait, and resets what nobody took: its client must not take this for an empty answer. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
            while (!connections.isEmpty()) {
                room.release();
                connections.remove().reset();
            }
        } finally {
            lock.unlock();
        }
    }
}

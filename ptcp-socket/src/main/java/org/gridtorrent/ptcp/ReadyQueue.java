package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Connections whose handshake is done, until {@code accept} takes them; bounded, thread-safe. */
final class ReadyQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<Socket> sockets = new ArrayDeque<>();
    private final int capacity;
    private boolean closed;

    ReadyQueue(int capacity) {
        this.capacity = capacity;
    }

    /** False when there is no room, or nobody will accept any more. */
    boolean offer(Socket socket) {
        lock.lock();
        try {
            if (closed || sockets.size() == capacity) {
                return false;
            }
            arrived.signal();
            return sockets.add(socket);
        } finally {
            lock.unlock();
        }
    }

    Socket take(long timeoutNanos) throws IOException {
        lock.lock();
        try {
            long left = timeoutNanos;
            while (sockets.isEmpty()) {
                if (closed) {
                    throw new SocketException("Socket closed");
                }
                if (left <= 0) {
                    throw new SocketTimeoutException("Accept timed out");
                }
                left = Waiting.await(arrived, left);
            }
            return sockets.remove();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes those who wait and closes what nobody took. */
    void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
            while (!sockets.isEmpty()) {
                sockets.remove().close();
            }
        } finally {
            lock.unlock();
        }
    }
}

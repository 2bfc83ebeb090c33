package org.gridtorrent.engine.connection;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.wire.PeerMessage;

/**
 * Back-pressure on the socket readers of a swarm. They wait while its disk is too slow, while the memory
 * pool is full, and while its thread has too many messages to handle. So the peers' sockets slow down,
 * and no queue grows without bound. Thread-safe.
 */
public final class ReadBackpressure {
    /** Bytes of messages that were read and are not handled. */
    private static final long MAX_UNHANDLED = 4L << 20;
    /** Memory of a batch of messages, and of a message, beside the data that it carries. */
    private static final int BATCH_BYTES = 256;
    private static final int MESSAGE_BYTES = 64;

    private final BufferPool memory;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean storeKeepsUp = true;
    private volatile boolean ended;
    private long unhandled;
    /** False for a swarm that only uploads. */
    private volatile boolean needsMemory = true;

    public ReadBackpressure() {
        this(BufferPool.SHARED);
    }

    ReadBackpressure(BufferPool memory) {
        this.memory = memory;
    }

    /** Whether the store takes all that is received. */
    public void storeKeepsUp(boolean keepsUp) {
        lock.lock();
        try {
            if (storeKeepsUp != keepsUp) {
                storeKeepsUp = keepsUp;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    public void needsMemory(boolean needs) {
        boolean needed = needsMemory;
        needsMemory = needs;
        if (needed && !needs) {
            memory.wake();
        }
    }

    /** Whether readers are blocked by disk or memory. */
    public boolean isBlocking() {
        lock.lock();
        try {
            return !storeKeepsUp || (needsMemory && memory.isFull());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Blocks a reader until it may read more, or its connection is closed.
     *
     * @param isClosed asked again after {@link #wake}
     */
    public void awaitRoom(BooleanSupplier isClosed) throws InterruptedException {
        memory.awaitRoom(() -> needsMemory && !ended && !isClosed.getAsBoolean());
        lock.lockInterruptibly();
        try {
            while (!ended && !isClosed.getAsBoolean()
                    && (!storeKeepsUp || unhandled > MAX_UNHANDLED)) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A connection was closed: its reader waits no longer. */
    public void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        memory.wake();
    }

    /** Messages were read; returns the bytes of memory that they take until they are handled. */
    public long received(List<PeerMessage> messages) {
        long bytes = memoryBytes(messages);
        lock.lock();
        try {
            unhandled += bytes;
        } finally {
            lock.unlock();
        }
        return bytes;
    }

    private static long memoryBytes(List<PeerMessage> messages) {
        long bytes = BATCH_BYTES + (long) MESSAGE_BYTES * messages.size();
        for (PeerMessage message : messages) {
            bytes += switch (message) {
                case PeerMessage.Piece(_, byte[] data) -> data.length;
                case PeerMessage.Extended(_, byte[] payload) -> payload.length;
                case PeerMessage.BitfieldBytes(byte[] bits) -> bits.length;
                default -> 0;
            };
        }
        return bytes;
    }

    /** Messages of so many bytes were handled. */
    public void handled(long bytes) {
        lock.lock();
        try {
            boolean tooMany = unhandled > MAX_UNHANDLED;
            unhandled -= bytes;
            if (tooMany && unhandled <= MAX_UNHANDLED) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The swarm ends: readers go on, and find their connections closed. */
    public void end() {
        ended = true;
        wake();
    }
}

package org.gridtorrent.engine.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Memory of the process for transfers: one limit, and one pool of arrays to reuse.
 *
 * <p>The limit holds for pieces being assembled and data that waits for the disk. Bytes that have arrived always find memory; threads that would read more wait while
 * the limit is reached. The connections' large buffers have an eighth of the limit for themselves, since
 * readers that wait keep theirs. Arrays are reused, the last one first, while it is in
 * the processor's cache: to allocate, clear and collect them takes a tenth of a fast download's work.
 * Thread-safe.
 */
public final class BufferPool {
    /** Of the large buffers that busy connections use. */
    public static final int WIRE_BUFFER_LENGTH = 256 * 1024;
    /** Wire buffers have such a part of the limit for themselves. */
    private static final int WIRE_PART = 8;
    private static final long MIN_BYTES = 8L << 20;
    private static final long MAX_BYTES = 128L << 20;
    /** The bytes that a program's arguments set, otherwise a twenty-fourth of the heap; within bounds. */
    public static final BufferPool SHARED = new BufferPool(
            Math.clamp(Long.getLong("gridtorrent.transfer-memory",
                    Runtime.getRuntime().maxMemory() / 24), MIN_BYTES, MAX_BYTES));

    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();
    private final AtomicLong idleBytes = new AtomicLong();
    private final AtomicLong wireBytes = new AtomicLong();
    /** Arrays for reuse, by the power of two that is their length; each is its own lock. */
    private final List<Deque<byte[]>> idle = IntStream.range(0, Integer.SIZE)
            .<Deque<byte[]>>mapToObj(_ -> new ArrayDeque<>()).toList();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();

    public BufferPool(long limitBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("limit of " + limitBytes + " bytes");
        }
        this.limitBytes = limitBytes;
    }

    public long limitBytes() {
        return limitBytes;
    }

    /** Bytes in use now. */
    public long usedBytes() {
        return usedBytes.get();
    }

    /** The most bytes that were ever in use at a time. */
    public long peakBytes() {
        return peakBytes.get();
    }

    public boolean isFull() {
        return usedBytes.get() >= limitBytes;
    }

    /** A counted array of this length, with arbitrary content. */
    public byte[] allocate(int length) {
        reserve(length);
        return array(length);
    }

    /** Gives back an array that was counted. */
    public void free(byte[] array) {
        recycle(array);
        release(array.length);
    }

    /** An array of this length, with arbitrary content, whose bytes are counted otherwise or not. */
    public byte[] array(int length) {
        byte[] reused = poll(length);
        if (reused == null) {
            trim();
            return new byte[length];
        }
        return reused;
    }

    /** Keeps an array for reuse that is not used any more, if it is a power of two long. */
    public void recycle(byte[] array) {
        int length = array.length;
        if (isReusable(length) && idleBytes.get() + usedBytes.get() <= limitBytes) {
            idleBytes.addAndGet(length);
            Deque<byte[]> arrays = idle(length);
            synchronized (arrays) {
                arrays.addFirst(array);
            }
        }
    }

    private byte @Nullable [] poll(int length) {
        if (!isReusable(length)) {
            return null;
        }
        Deque<byte[]> arrays = idle(length);
        byte[] reused;
        synchronized (arrays) {
            reused = arrays.pollFirst();
        }
        if (reused != null) {
            idleBytes.addAndGet(-length);
        }
        return reused;
    }

    /** Drops idle arrays while they and the used ones exceed the limit. */
    private void trim() {
        for (int power = 0; power < idle.size() - 1; power++) {
            while (idleBytes.get() + usedBytes.get() > limitBytes && poll(1 << power) != null) {
                // Dropped.
            }
        }
    }

    /** A buffer of {@link #WIRE_BUFFER_LENGTH}; empty when all are in use. */
    public Optional<byte[]> acquireWireBuffer() {
        if (wireBytes.addAndGet(WIRE_BUFFER_LENGTH) > limitBytes / WIRE_PART) {
            wireBytes.addAndGet(-WIRE_BUFFER_LENGTH);
            return Optional.empty();
        }
        return Optional.of(array(WIRE_BUFFER_LENGTH));
    }

    public void releaseWireBuffer(byte[] buffer) {
        wireBytes.addAndGet(-WIRE_BUFFER_LENGTH);
        recycle(buffer);
    }

    /** Counts bytes as used until they are released, whichever array they are in. */
    public void reserve(long bytes) {
        long now = usedBytes.addAndGet(bytes);
        peakBytes.accumulateAndGet(now, Math::max);
    }

    public void release(long bytes) {
        long now = usedBytes.addAndGet(-bytes);
        if (now < limitBytes && now + bytes >= limitBytes) {
            wake();
        }
    }

    private static boolean isReusable(int length) {
        return Integer.bitCount(length) == 1;
    }

    private Deque<byte[]> idle(int length) {
        return idle.get(Integer.numberOfTrailingZeros(length));
    }

    /** Waits while the pool is full and the caller needs room; {@link #wake} has it ask again whether it does. */
    public void awaitRoom(BooleanSupplier needsRoom) throws InterruptedException {
        if (!isFull()) {
            return;
        }
        lock.lockInterruptibly();
        try {
            while (isFull() && needsRoom.getAsBoolean()) {
                room.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the waiting threads, one of which may need no room any more. */
    public void wake() {
        lock.lock();
        try {
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}

package org.gridtorrent.engine.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Pool of the memory in which pieces are assembled and wait for the disk.
 *
 * <p>One limit for all contents. Bytes that have arrived always find memory; threads that would read more
 * wait while the limit is reached. Arrays are reused: to allocate, clear and collect them takes a tenth of
 * a fast download's work. Thread-safe.
 */
public final class DiskBufferPool {
    private static final long MIN_BYTES = 8L << 20;
    private static final long MAX_BYTES = 128L << 20;
    /** A twenty-fourth of the heap, within bounds. */
    public static final DiskBufferPool SHARED = new DiskBufferPool(
            Math.clamp(Runtime.getRuntime().maxMemory() / 24, MIN_BYTES, MAX_BYTES));

    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();
    private final AtomicLong idleBytes = new AtomicLong();
    /** Arrays for reuse, by the power of two that is their length; other lengths are not kept. */
    private final List<Queue<byte[]>> idle = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();

    public DiskBufferPool(long limitBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("limit of " + limitBytes + " bytes");
        }
        this.limitBytes = limitBytes;
        for (int i = 0; i < Integer.SIZE; i++) {
            idle.add(new ConcurrentLinkedQueue<>());
        }
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

    /** An array of this length, with arbitrary content. */
    public byte[] allocate(int length) {
        reserve(length);
        byte[] reused = isReusable(length) ? idle(length).poll() : null;
        if (reused == null) {
            trim();
            return new byte[length];
        }
        idleBytes.addAndGet(-length);
        return reused;
    }

    /** Drops idle arrays that exceed the limit. */
    private void trim() {
        for (Queue<byte[]> arrays : idle) {
            while (idleBytes.get() + usedBytes.get() > limitBytes) {
                byte[] dropped = arrays.poll();
                if (dropped == null) {
                    break;
                }
                idleBytes.addAndGet(-dropped.length);
            }
        }
    }

    /** Gives back an array that is no longer used. */
    public void free(byte[] array) {
        int length = array.length;
        if (isReusable(length) && idleBytes.get() + usedBytes.get() <= limitBytes) {
            idleBytes.addAndGet(length);
            idle(length).add(array);
        }
        release(length);
    }

    /** Counts bytes in an array from elsewhere as used, until they are released. */
    public void reserve(int bytes) {
        long now = usedBytes.addAndGet(bytes);
        peakBytes.accumulateAndGet(now, Math::max);
    }

    public void release(int bytes) {
        long now = usedBytes.addAndGet(-bytes);
        if (now < limitBytes && now + bytes >= limitBytes) {
            wake();
        }
    }

    private static boolean isReusable(int length) {
        return Integer.bitCount(length) == 1;
    }

    private Queue<byte[]> idle(int length) {
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

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
 * The memory in which pieces are put together and wait for the disk: one budget for all contents.
 * Whoever has bytes already may always put them somewhere; who would bring more waits while all is
 * taken. Arrays are used again: a new one each time costs its zeros, its memory pages and its
 * collection, a tenth of a fast download's work. Thread-safe.
 */
public final class DiskBufferPool {
    private static final long LEAST = 8L << 20;
    private static final long MOST = 128L << 20;
    /** A twenty-fourth of the heap, within bounds. */
    public static final DiskBufferPool SHARED = new DiskBufferPool(
            Math.clamp(Runtime.getRuntime().maxMemory() / 24, LEAST, MOST));

    private final long budget;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong most = new AtomicLong();
    private final AtomicLong idleBytes = new AtomicLong();
    /** By the power of two that their length is; others are not kept. */
    private final List<Queue<byte[]>> idle = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();

    /** With so many bytes. */
    public DiskBufferPool(long budget) {
        if (budget <= 0) {
            throw new IllegalArgumentException("a budget of " + budget + " bytes");
        }
        this.budget = budget;
        for (int i = 0; i < Integer.SIZE; i++) {
            idle.add(new ConcurrentLinkedQueue<>());
        }
    }

    /** In bytes. */
    public long budget() {
        return budget;
    }

    /** Bytes taken now. */
    public long used() {
        return used.get();
    }

    /** The most bytes that were ever taken at a time. */
    public long most() {
        return most.get();
    }

    public boolean isFull() {
        return used.get() >= budget;
    }

    /** An array of this length; what it holds is old. */
    public byte[] take(int length) {
        charge(length);
        byte[] kept = isKept(length) ? shelf(length).poll() : null;
        if (kept == null) {
            trim();
            return new byte[length];
        }
        idleBytes.addAndGet(-length);
        return kept;
    }

    /** Lets go of idle arrays that are in the way of others. */
    private void trim() {
        for (Queue<byte[]> shelf : idle) {
            while (idleBytes.get() + used.get() > budget) {
                byte[] dropped = shelf.poll();
                if (dropped == null) {
                    break;
                }
                idleBytes.addAndGet(-dropped.length);
            }
        }
    }

    /** Gives one back that nobody uses any more. */
    public void give(byte[] array) {
        int length = array.length;
        if (isKept(length) && idleBytes.get() + used.get() <= budget) {
            idleBytes.addAndGet(length);
            shelf(length).add(array);
        }
        release(length);
    }

    /** Counts bytes that came in an array of their own, until they are released. */
    public void charge(int bytes) {
        long now = used.addAndGet(bytes);
        most.accumulateAndGet(now, Math::max);
    }

    public void release(int bytes) {
        long now = used.addAndGet(-bytes);
        if (now < budget && now + bytes >= budget) {
            wake();
        }
    }

    private static boolean isKept(int length) {
        return Integer.bitCount(length) == 1;
    }

    private Queue<byte[]> shelf(int length) {
        return idle.get(Integer.numberOfTrailingZeros(length));
    }

    /** Waits while all is taken and the caller needs some; {@link #wake} has it ask again whether it does. */
    public void awaitRoom(BooleanSupplier needsSome) throws InterruptedException {
        if (!isFull()) {
            return;
        }
        lock.lockInterruptibly();
        try {
            while (isFull() && needsSome.getAsBoolean()) {
                room.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Somebody who waits may need none any more. */
    public void wake() {
        lock.lock();
        try {
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}

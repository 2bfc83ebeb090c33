package org.gridtorrent.engine.wire;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.engine.piece.PieceLayout;
import org.jspecify.annotations.Nullable;

/**
 * Pool of byte arrays of a block's length, the last released one first, while it is in the processor's cache.
 *
 * <p>These arrays would be nearly all the garbage of a transfer. An array that is not released is left to the
 * collector. Thread-safe; its lock is held for a queue operation.
 */
public final class BlockPool {
    /** 4 MiB of them: as much as may be between the readers and the thread of a swarm. */
    private static final int MAX_IDLE = 256;
    /** The pool of the process. */
    public static final BlockPool SHARED = new BlockPool();

    private final Deque<byte[]> idle = new ArrayDeque<>(MAX_IDLE);
    private final ReentrantLock lock = new ReentrantLock();

    BlockPool() {}

    /** A copy of these bytes, in an array of exactly this length. */
    byte[] copyOf(byte[] from, int start, int length) {
        byte[] array = length == PieceLayout.BLOCK_LENGTH ? take() : null;
        if (array == null) {
            return Arrays.copyOfRange(from, start, start + length);
        }
        System.arraycopy(from, start, array, 0, length);
        return array;
    }

    private byte @Nullable [] take() {
        lock.lock();
        try {
            return idle.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    /** The array is not used any more; one of another length is ignored. */
    public void release(byte[] array) {
        if (array.length != PieceLayout.BLOCK_LENGTH) {
            return;
        }
        lock.lock();
        try {
            if (idle.size() < MAX_IDLE) {
                idle.addFirst(array);
            }
        } finally {
            lock.unlock();
        }
    }
}

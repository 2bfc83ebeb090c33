package org.gridtorrent.engine.wire;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.engine.piece.PieceLayout;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of a block's length that are used again, the last one first, while the processor's cache still
 * has it: nearly all that a transfer would leave to the collector. Who does not give one back leaves it
 * there. Thread-safe.
 */
public final class BlockPool {
    /** 4 MiB of them: what may be on its way between the readers and the owner of a content. */
    private static final int MOST_IDLE = 256;
    /** For the whole process, as its memory is. */
    public static final BlockPool SHARED = new BlockPool();

    private final Deque<byte[]> idle = new ArrayDeque<>(MOST_IDLE);
    private final ReentrantLock lock = new ReentrantLock();

    BlockPool() {}

    /** An array of its own with these bytes. */
    byte[] copy(byte[] from, int start, int length) {
        byte[] array = length == PieceLayout.BLOCK_LENGTH ? poll() : null;
        if (array == null) {
            return Arrays.copyOfRange(from, start, start + length);
        }
        System.arraycopy(from, start, array, 0, length);
        return array;
    }

    private byte @Nullable [] poll() {
        lock.lock();
        try {
            return idle.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody uses it any more, whosever it was. */
    public void give(byte[] array) {
        if (array.length != PieceLayout.BLOCK_LENGTH) {
            return;
        }
        lock.lock();
        try {
            if (idle.size() < MOST_IDLE) {
                idle.addFirst(array);
            }
        } finally {
            lock.unlock();
        }
    }
}

package org.gridtorrent.engine.storage;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Arrays for pieces on their way to the disk, used again: a new one each time costs its zeros, its
 * memory pages and its collection, a tenth of a fast download's work. Thread-safe.
 */
public final class PieceBuffers {
    private static final long MAX_IDLE_BYTES = 64L << 20;

    private final int length;
    private final Deque<byte[]> idle = new ArrayDeque<>();

    /** For pieces of at most so many bytes. */
    public PieceBuffers(int length) {
        this.length = length;
    }

    /** One as long as the longest piece; what it holds is old. */
    public synchronized byte[] take() {
        return idle.isEmpty() ? new byte[length] : idle.removeLast();
    }

    /** Gives one back that nobody uses any more; others than those of {@link #take} are let go. */
    public synchronized void give(byte[] buffer) {
        if (buffer.length == length && (idle.size() + 1L) * length <= MAX_IDLE_BYTES) {
            idle.addLast(buffer);
        }
    }
}

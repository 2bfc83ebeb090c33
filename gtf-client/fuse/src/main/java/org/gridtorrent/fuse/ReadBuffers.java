package org.gridtorrent.fuse;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Direct buffers for reads, of which up to 16 MiB are kept for the next ones. Thread-safe. */
public final class ReadBuffers {
    /** The kernel's reads are no longer than its read-ahead, 128 KiB, unless they are direct. */
    private static final int COMMON = 128 * 1024;
    private static final int KEPT = 128;

    private final BlockingQueue<ByteBuffer> free = new ArrayBlockingQueue<>(KEPT);

    /** Buffer with as many bytes between its position and its limit. */
    public ByteBuffer take(int length) {
        ByteBuffer kept = length <= COMMON ? free.poll() : null;
        ByteBuffer buffer = kept == null
                ? ByteBuffer.allocateDirect(Math.max(length, COMMON))
                : kept;
        return buffer.clear().limit(length);
    }

    /** What is between start and position of a buffer taken here; releasing it gives the buffer back. */
    public ReadData filled(ByteBuffer buffer) {
        return new ReadData(MemorySegment.ofBuffer(buffer.flip()), () -> give(buffer));
    }

    /** Gives a buffer back that nobody uses any more. */
    public void give(ByteBuffer buffer) {
        if (buffer.capacity() == COMMON) {
            var _ = free.offer(buffer); // or the garbage collector frees it
        }
    }
}

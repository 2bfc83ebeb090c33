package org.gridtorrent.fuse;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Bytes that were read, in native memory. Released once, by whoever has them last.
 *
 * @param release gives the memory back
 */
public record ReadData(MemorySegment bytes, Runnable release) {
    public static final ReadData EMPTY = new ReadData(MemorySegment.NULL, () -> {});

    /** The bytes between position and limit of a direct buffer, which the garbage collector frees. */
    public static ReadData of(ByteBuffer direct) {
        return new ReadData(MemorySegment.ofBuffer(direct), () -> {});
    }
}

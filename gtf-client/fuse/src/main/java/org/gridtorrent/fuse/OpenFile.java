package org.gridtorrent.fuse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;

/** File that a program has open. Read-only unless it overrides what writes. */
public interface OpenFile {
    /**
     * Reads bytes; fewer than asked for only at the file's end. Called on the thread that reads requests, so it
     * never waits: the future completes later, on any thread. It is cancelled when nobody waits for it any
     * more; whoever completes it then keeps the data.
     */
    CompletableFuture<ReadData> read(long offset, int length);

    /** Writes all of it; the kernel knows where the file ends and appends by the offset. */
    default void write(long offset, ByteBuffer data) throws IOException {
        throw new ErrnoException(Errno.EBADF);
    }

    default void truncate(long size) throws IOException {
        throw new ErrnoException(Errno.EBADF);
    }

    /** Makes what was written durable. */
    default void sync(boolean dataOnly) throws IOException {}

    /** A program closed one of its descriptors; errors of writing can still be told. */
    default void flush() throws IOException {}

    /** Whether pages that the kernel kept of an earlier opening are still good. */
    default boolean keepsCache() {
        return false;
    }

    /** Nobody has it open any more. */
    void close() throws IOException;
}

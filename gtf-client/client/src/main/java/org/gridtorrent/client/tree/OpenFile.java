package org.gridtorrent.client.tree;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** File that is being read, by any number of threads at once. */
public interface OpenFile extends AutoCloseable {
    /**
     * The bytes from the offset on: as many as asked for, fewer only at the file's end, none behind it. It does not
     * wait; to cancel the future gives the read up. It fails with {@link UnreadableException}.
     *
     * @param offset in bytes, not negative
     * @param length at least 1
     */
    CompletableFuture<ByteBuffer> read(long offset, int length);

    /** Ends its read-ahead; reads that wait are cancelled. */
    @Override
    void close();
}

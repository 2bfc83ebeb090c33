package org.gridtorrent.client.tree;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** File that is being read, by any number of threads at once. */
public interface OpenFile extends AutoCloseable {
    /**
     * Reads the bytes from the offset on: as many as the buffer has room for, fewer only at the file's end, none behind
     * it; gives their number. It does not wait; to cancel the future gives the read up. It fails with {@link
     * UnreadableException}.
     *
     * @param offset in bytes, not negative
     * @param into the file's until the future completes, and for good when that fails or is cancelled
     */
    CompletableFuture<Integer> read(long offset, ByteBuffer into);

    /**
     * The same into a buffer of its own.
     *
     * @param length at least 1
     */
    default CompletableFuture<ByteBuffer> read(long offset, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        CompletableFuture<Integer> read = read(offset, bytes);
        CompletableFuture<ByteBuffer> result = read.thenApply(count -> bytes.flip());
        var _ = result.whenComplete((_, _) -> read.cancel(false));
        return result;
    }

    /** Ends its read-ahead; reads that wait are cancelled. */
    @Override
    void close();
}

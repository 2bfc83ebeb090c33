package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.piece.Block;

/** What takes pieces, whole or in parts, and makes them had. Thread-safe. */
public interface PieceSink {

    /** Where the arrays come from in which pieces are put together for {@link #submit}. */
    DiskBufferPool memory();

    /**
     * Takes a piece's bytes, or some of them, which are the sink's until it runs {@code done}, on
     * any thread. A piece that comes whole is written only if it matches its hash. One that comes in
     * parts is written as they come, each byte once; parts that come in their order are hashed from
     * memory, and what comes out of order is read again when the last part is there. False, and
     * nothing taken, when too much is queued (try again at {@link PieceStoreListener#drained}), or it
     * failed or was closed.
     */
    boolean submit(Block part, ByteBuffer data, Runnable done);

    /** The parts that came of this piece are worth nothing: it comes anew, from its beginning. */
    void forget(int piece);

    /** Drops what waits to be written, and is not being written: gives the pieces, which come anew. */
    Set<Integer> dropQueued();

    /** Bytes taken and not yet written. */
    long queuedBytes();

    /** Completes when every piece submitted before is had, refused or lost. */
    CompletableFuture<Void> flush();
}

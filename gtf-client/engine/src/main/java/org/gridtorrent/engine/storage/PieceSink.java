package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** What takes whole pieces and makes them had. Thread-safe. */
public interface PieceSink {

    /** Where to take the arrays from in which pieces are put together for {@link #submit}. */
    PieceBuffers buffers();

    /**
     * Takes a whole piece's bytes, which, with an array that holds them, are the sink's from then on. False, and nothing taken,
     * when too much is queued (try again at {@link PieceStoreListener#drained}), or it failed or
     * was closed.
     */
    boolean submit(int piece, ByteBuffer data);

    /** Completes when every piece submitted before is had, refused or lost. */
    CompletableFuture<Void> flush();
}

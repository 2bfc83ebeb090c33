package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.piece.Block;

/** Takes downloaded pieces, whole or in parts, to verify and store them. Thread-safe. */
public interface PieceSink {

    /** The pool of the arrays in which pieces are assembled for {@link #submit}. */
    BufferPool bufferPool();

    /**
     * Takes the bytes of a piece, or of a part of one; they are the sink's until it runs {@code done}, on
     * any thread.
     *
     * <p>A whole piece is written only if it matches its hash. Parts are written as they arrive, each byte
     * once; parts in order are hashed from memory, others are read again when the last one is written.
     *
     * @return false, with nothing taken, when too much is queued (retry at {@link
     * PieceStoreListener#drained}), or when the sink failed or was closed
     */
    boolean submit(Block part, ByteBuffer data, Runnable done);

    /** Forgets the parts of this piece: it is downloaded again from its beginning. */
    void clearPiece(int piece);

    /** Drops the queued writes; returns their pieces, which must be downloaded again. */
    Set<Integer> dropQueued();

    /** Bytes taken and not yet written. */
    long queuedBytes();

    /** Completes when every piece submitted before is verified, refused or lost. */
    CompletableFuture<Void> flush();
}

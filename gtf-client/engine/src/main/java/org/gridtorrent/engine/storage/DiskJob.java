package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.gridtorrent.engine.piece.Block;

/** What a store's writer is asked to do, in order. */
sealed interface DiskJob {
    /** Bytes to write, of which somebody is to be told when they are no longer needed. */
    sealed interface Bytes extends DiskJob {
        Block block();

        ByteBuffer data();

        Runnable done();
    }

    /** Write this whole piece, if it turns out to match. */
    record Write(Block block, ByteBuffer data, CompletableFuture<Boolean> matches,
            Runnable done) implements Bytes {}

    /** Write this part of a piece, of which nothing is known yet. */
    record Part(Block block, ByteBuffer data, CompletableFuture<Void> hashed,
            Runnable done) implements Bytes {}

    /** Make those of the wanted files that have no bytes, and give what is whole its rights. */
    record Prepare(IntPredicate wanted) implements DiskJob {}

    /** The piece's parts are all written: see whether it matches. */
    record Finish(PartialPiece piece) implements DiskJob {}

    /** Sync what was written so far. */
    record Flush(CompletableFuture<Void> done) implements DiskJob {}

    /** A sync that went on meanwhile is over. */
    record Synced() implements DiskJob {}

    /** Look for files that changed under us. */
    record Recheck(Scope scope) implements DiskJob {}

    /** All files, those read since the last look, those that hold what was lost. */
    enum Scope {
        ALL, READ, LOST
    }

    /** Hash once more what others disturbed while it was written, and say so. */
    record Settle() implements DiskJob {}

    /** Withdraw this piece, and hash it again. */
    record Distrust(int piece, String why) implements DiskJob {}

    /** Sync and end. */
    record End() implements DiskJob {}
}

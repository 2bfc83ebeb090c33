package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** What a store's writer is asked to do, in order. */
sealed interface StoreJob {
    /** Write this piece, if it turns out to match. */
    record Write(int piece, ByteBuffer data,
            CompletableFuture<Boolean> matches) implements StoreJob {}

    /** Sync what was written so far. */
    record Flush(CompletableFuture<Void> done) implements StoreJob {}

    /** Look for files that changed under us: all, or only those read since the last look. */
    record Recheck(boolean all) implements StoreJob {}

    /** Withdraw this piece, and hash it again. */
    record Distrust(int piece, String why) implements StoreJob {}

    /** Sync and end. */
    record End() implements StoreJob {}
}

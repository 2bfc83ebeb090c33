package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.gridtorrent.engine.piece.Block;

/** A job for a store's {@link DiskWorker}; jobs are done in the order they were added. */
sealed interface DiskJob {
    /** Bytes to write; {@code done} is run when they are no longer needed. */
    sealed interface Write extends DiskJob {
        Block block();

        ByteBuffer data();

        Runnable done();
    }

    /** Writes a whole piece, if its hash matches. */
    record WritePiece(Block block, ByteBuffer data, CompletableFuture<Boolean> matches,
            Runnable done) implements Write {}

    /** Writes a part of a piece, whose hash is not known yet. */
    record WritePart(Block block, ByteBuffer data, CompletableFuture<Void> hashed,
            Runnable done) implements Write {}

    /** Checks the hash of a piece whose parts are all written. */
    record FinishPiece(PartialPiece piece) implements DiskJob {}

    /** Creates the wanted files that have no bytes, and makes complete programs executable. */
    record PrepareFiles(IntPredicate wanted) implements DiskJob {}

    /** Commits everything written so far. */
    record Flush(CompletableFuture<Void> done) implements DiskJob {}

    /** Commits what a background sync took along, now that it is over. */
    record SyncDone() implements DiskJob {}

    /** Looks for files that another program changed. */
    record CheckFiles(FileScope scope) implements DiskJob {}

    /** Hashes once more what another program wrote to while it was incomplete. */
    record RecheckDisputed() implements DiskJob {}

    /** Invalidates a piece that could not be read, and hashes it again. */
    record RecheckPiece(int piece, String reason) implements DiskJob {}

    /** Takes out verified pieces that the storage has dropped. */
    record PiecesEvicted(List<Integer> pieces) implements DiskJob {}

    /** Commits, and ends the worker. */
    record Stop() implements DiskJob {}

    /** The files that a check looks at. */
    enum FileScope {
        ALL,
        /** Files that hold pieces read since the last check. */
        READ,
        /** Files that hold lost pieces. */
        LOST
    }
}

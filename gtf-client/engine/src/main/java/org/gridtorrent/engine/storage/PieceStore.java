package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Takes pieces and makes them had: hashes them, writes them, syncs them in batches, records them in
 * the journal, and only then says so. Reads blocks of pieces that are had.
 *
 * <p>{@link #submit} never waits. Pieces are hashed, and written in their order, by threads that all
 * stores share; one at a time works for this store, and calls the listener. A store that has nothing
 * to do takes no thread and no open file. Thread-safe.
 */
public final class PieceStore implements PieceSink, AutoCloseable {
    private final PieceLayout layout;
    private final Storage storage;
    private final VerifiedPieces had;
    private final StoreLimits limits;
    private final DisputedFiles disputed;
    private final ChangedFiles changedFiles;
    private final StoreQueue queue;
    private final StoreIntake intake;

    private PieceStore(Metainfo metainfo, Storage storage, ResumeJournal journal,
            VerifiedPieces had,
            StoreLimits limits, PieceStoreListener listener) {
        this.layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
        this.storage = storage;
        this.had = had;
        this.limits = limits;
        var batch = new UnsyncedBatch(limits);
        this.disputed = new DisputedFiles();
        var executables = new ExecutableFiles(new FileLayout(metainfo), storage, had);
        var committer = new Committer(storage, journal, had, batch, disputed, executables,
                listener);
        var fullDisk = new DiskFullRetry(committer, limits, listener);
        this.changedFiles = new ChangedFiles(metainfo, storage, journal, had, batch, disputed,
                committer, fullDisk, listener);
        var writer = new StoreWriter(metainfo, storage, batch, fullDisk, committer,
                changedFiles, executables, listener);
        var queued = new QueuedBytes(limits, listener);
        this.queue = new StoreQueue(writer, queued, fullDisk, listener);
        this.intake = new StoreIntake(metainfo, queued, queue);
    }

    /**
     * Opens the store and finds out what is had: pieces that the journal vouches for, and those
     * that are found good by hashing what else lies there. That may take long; interrupting the
     * caller cancels. The store owns storage and journal from then on.
     */
    public static PieceStore open(Metainfo metainfo, Storage storage, ResumeJournal journal,
            StoreLimits limits,
            PieceStoreListener listener, HashProgress progress)
            throws IOException, InterruptedException {
        VerifiedPieces had;
        try {
            had = new VerifiedPieces(new Recovery(metainfo, storage, journal).run(progress));
        } catch (IOException | InterruptedException e) {
            try (storage) {
                throw e;
            }
        }
        return new PieceStore(metainfo, storage, journal, had, limits, listener);
    }

    /**
     * Makes, on the store's thread, those of the wanted files (by their index) that have no bytes, gives
     * what is whole its rights, and tells the listener; to be called before such a content counts as
     * complete.
     */
    public void prepare(IntPredicate wanted) {
        queue.add(new DiskJob.Prepare(wanted));
    }

    /** A copy of what is had now. */
    public Bitfield had() {
        return had.copy();
    }

    /** Why the store gave up; empty while it works. */
    public Optional<IOException> failure() {
        return queue.failure();
    }

    @Override
    public DiskBufferPool memory() {
        return limits.memory();
    }

    @Override
    public boolean submit(Block part, ByteBuffer data, Runnable done) {
        if (!layout.contains(part) || data.remaining() != part.length()) {
            throw new IllegalArgumentException(data.remaining() + " bytes for " + part);
        }
        return intake.submit(part, data, done);
    }

    @Override
    public void forget(int piece) {
        intake.forget(piece);
    }

    @Override
    public Set<Integer> dropQueued() {
        Set<Integer> pieces = queue.dropBytes();
        pieces.forEach(intake::forget);
        return pieces;
    }

    @Override
    public long queuedBytes() {
        return intake.queuedBytes();
    }

    /**
     * Reads a block of a piece that is had, for a peer. When its file was changed by somebody else,
     * or cannot be read, that is an {@link IOException}, and the piece is withdrawn.
     */
    public void read(Block block, ByteBuffer into) throws IOException {
        int piece = block.piece();
        if (!had.has(piece)) {
            throw new IllegalArgumentException(block + " is of a piece that is not had");
        }
        if (had.noteRead(piece) && changedFiles.isChanged(piece)) {
            recheckRead();
            throw new IOException("a file of piece " + piece + " was changed");
        }
        try {
            storage.read(block, into);
        } catch (IOException e) {
            queue.addOnce(new DiskJob.Distrust(piece, String.valueOf(e.getMessage())));
            throw e;
        }
    }

    /**
     * Looks, on the store's thread, for files that somebody else changed: their pieces are
     * withdrawn and hashed again. Costs a look at each file: call it from time to time.
     */
    public void recheck() {
        queue.addOnce(new DiskJob.Recheck(DiskJob.Scope.ALL));
    }

    /**
     * The same for the files alone of which something was read since the last look, and the first
     * read of a piece after it looks again: call it about once a second while serving.
     */
    public void recheckRead() {
        if (had.isAnyRead()) {
            queue.addOnce(new DiskJob.Recheck(DiskJob.Scope.READ));
        }
    }

    /**
     * Looks, on the store's thread, whether files were put right that hold withdrawn pieces: what
     * matches again is had again. A look at no more than some files: call it about once a second,
     * where nobody else puts them right.
     */
    public void recheckLost() {
        if (isAnyLost()) {
            queue.addOnce(new DiskJob.Recheck(DiskJob.Scope.LOST));
        }
    }

    /** Whether {@link #recheckLost} would look at anything. */
    public boolean isAnyLost() {
        return changedFiles.isAnyLost();
    }

    /**
     * Hashes once more, on the store's thread, what somebody else wrote to as well while it was not
     * whole, and tells the listener; to be called before such a content counts as complete.
     */
    public void settle() {
        queue.add(new DiskJob.Settle());
    }

    /** Whether {@link #settle} would look at anything. */
    public boolean isAnyDisputed() {
        return disputed.isAny();
    }

    /** Whether {@link #recheckRead} would look at anything. */
    public boolean isAnyRead() {
        return had.isAnyRead();
    }

    @Override
    public CompletableFuture<Void> flush() {
        return queue.flush();
    }

    /**
     * Writes and syncs what was submitted, as far as there is room, and closes the storage.
     */
    @Override
    public void close() throws IOException {
        queue.end();
        storage.close();
    }
}

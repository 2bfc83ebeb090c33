package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.files.ExecutableFiles;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.engine.storage.integrity.ChangedFiles;
import org.gridtorrent.engine.storage.integrity.DisputedFiles;
import org.gridtorrent.engine.storage.integrity.VerifiedPieces;
import org.gridtorrent.engine.storage.journal.PieceJournal;
import org.gridtorrent.engine.storage.journal.ResumeChecker;
import org.gridtorrent.engine.storage.journal.ResumeJournal;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Store of one content's pieces: verifies and writes what is downloaded, and reads what is uploaded.
 *
 * <p>{@link #submit} never waits. Pieces are hashed on {@link HashThreads}, and written in their order by
 * the {@link DiskWorker}, which calls the listener. An idle store holds no thread and no open file.
 * Thread-safe.
 */
public final class PieceStore implements PieceSink, AutoCloseable {
    private final Metainfo metainfo;
    private final FileLayout layout;
    private final Storage storage;
    private final StoreLimits limits;
    private final QueuedBytes queued;
    private final VerifiedPieces verified;
    private final DisputedFiles disputed = new DisputedFiles();
    private final SyncBatch batch;
    private final ChangedFiles changedFiles;
    private final DiskWorker worker;
    /** Pieces of which parts have arrived, and not all. */
    private final Map<Integer, PartialPiece> partials = new ConcurrentHashMap<>();

    private PieceStore(Metainfo metainfo, Storage storage, PieceJournal journal, Bitfield good,
            StoreLimits limits, PieceStoreListener listener) {
        this.metainfo = metainfo;
        this.layout = new FileLayout(metainfo);
        this.storage = storage;
        this.limits = limits;
        this.queued = new QueuedBytes(limits, listener);
        var executables = new ExecutableFiles(layout, storage);
        this.verified = new VerifiedPieces(good, executables, listener);
        this.batch = new SyncBatch(storage, journal, verified, disputed, limits);
        this.changedFiles = new ChangedFiles(metainfo, storage, journal, verified, disputed,
                listener);
        this.worker = new DiskWorker(metainfo, layout, storage, verified, executables, batch,
                changedFiles, limits, queued, listener);
    }

    /**
     * Opens the store and finds out which pieces are verified: those that the journal vouches for, and
     * those of the rest that match when hashed. That may take long; interrupting the caller cancels. The
     * store owns storage and journal from then on.
     */
    public static PieceStore open(Metainfo metainfo, Storage storage, ResumeJournal journal,
            StoreLimits limits,
            PieceStoreListener listener, HashProgress progress)
            throws IOException, InterruptedException {
        Bitfield good;
        try {
            good = new ResumeChecker(metainfo, storage, journal)
                    .recover(journal.trustedPieces(storage), progress);
        } catch (IOException | InterruptedException | RuntimeException e) {
            try (storage) {
                throw e;
            }
        }
        return new PieceStore(metainfo, storage, journal, good, limits, listener);
    }

    /**
     * Opens a store that takes the journal's word for which pieces it has: its storage checks a piece
     * before it gives the piece out.
     */
    public static PieceStore openRecorded(Metainfo metainfo, Storage storage, PieceJournal journal,
            StoreLimits limits, PieceStoreListener listener) {
        return new PieceStore(metainfo, storage, journal, journal.recordedPieces(), limits,
                listener);
    }

    /** A copy of the verified pieces; the listener is told of every change. */
    public Bitfield verified() {
        return verified.copy();
    }

    /** Whether the piece is verified now, and can be read. */
    public boolean has(int piece) {
        return verified.has(piece);
    }

    /** The storage has dropped these verified pieces, unless it has them again by now. */
    public void evicted(List<Integer> pieces) {
        worker.add(new DiskJob.PiecesEvicted(pieces));
    }

    /** Why the store gave up; empty while it works. */
    public Optional<IOException> failure() {
        return worker.failure();
    }

    @Override
    public BufferPool bufferPool() {
        return limits.bufferPool();
    }

    @Override
    public boolean submit(Block part, ByteBuffer data, Runnable done) {
        if (!layout.pieces().contains(part) || data.remaining() != part.length()) {
            throw new IllegalArgumentException(data.remaining() + " bytes for " + part);
        }
        if (!worker.isOpen() || !queued.reserve(part.length())) {
            return false;
        }
        ByteBuffer bytes = data.slice();
        layout.clearPadding(part, bytes);
        if (part.equals(layout.pieces().whole(part.piece()))) {
            worker.add(new DiskJob.WritePiece(part, bytes,
                    HashThreads.matches(metainfo, part.piece(), bytes.duplicate()), done));
        } else {
            submitPart(part, bytes, done);
        }
        return true;
    }

    private void submitPart(Block part, ByteBuffer bytes, Runnable done) {
        PartialPiece partial = partials.computeIfAbsent(part.piece(),
                piece -> new PartialPiece(metainfo, piece, layout.pieces().pieceLength(piece)));
        worker.add(new DiskJob.WritePart(part, bytes, partial.hash(part, bytes.duplicate()), done));
        if (partial.isComplete()) {
            partials.remove(part.piece());
            worker.add(new DiskJob.FinishPiece(partial));
        }
    }

    @Override
    public void clearPiece(int piece) {
        partials.remove(piece);
    }

    @Override
    public Set<Integer> dropQueued() {
        Set<Integer> pieces = worker.dropWrites();
        pieces.forEach(partials::remove);
        return pieces;
    }

    @Override
    public long queuedBytes() {
        return queued.count();
    }

    @Override
    public CompletableFuture<Void> flush() {
        return worker.flush();
    }

    /**
     * Reads a block of a verified piece, for a peer.
     *
     * @throws IOException when another program changed its file, or it cannot be read; the piece is
     * invalidated then
     */
    public void read(Block block, ByteBuffer into) throws IOException {
        int piece = block.piece();
        if (!verified.has(piece)) {
            throw new IllegalArgumentException(block + " is of a piece that is not verified");
        }
        if (verified.markRead(piece) && isChanged(piece)) {
            checkReadFiles();
            throw new IOException("a file of piece " + piece + " was changed");
        }
        try {
            storage.read(block, into);
        } catch (ClosedChannelException e) {
            throw e; // the reader was interrupted, or the store closed: the piece may be good
        } catch (IOException e) {
            worker.addOnce(new DiskJob.RecheckPiece(piece, String.valueOf(e.getMessage())));
            throw e;
        }
    }

    /** Whether a file of the piece was changed, and not because this store writes. */
    private boolean isChanged(int piece) throws IOException {
        int sequence = batch.sequence();
        return sequence % 2 == 0 && changedFiles.isChanged(piece)
                && batch.sequence() == sequence;
    }

    /**
     * Creates the wanted files (by index) that have no bytes, and makes complete programs executable; the
     * listener is told. To be called before such a content counts as complete.
     */
    public void prepareFiles(IntPredicate wanted) {
        worker.add(new DiskJob.PrepareFiles(wanted));
    }

    /**
     * Checks all files for changes by other programs: their pieces are invalidated and hashed again.
     * Reads the attributes of each file; to be called from time to time.
     */
    public void checkFiles() {
        worker.addOnce(new DiskJob.CheckFiles(DiskJob.FileScope.ALL));
    }

    /**
     * Checks the files that were read since the last check; the next read of a piece checks its files
     * again. To be called about once a second while uploading.
     */
    public void checkReadFiles() {
        if (hasReadPieces()) {
            worker.addOnce(new DiskJob.CheckFiles(DiskJob.FileScope.READ));
        }
    }

    /** Whether {@link #checkReadFiles} has anything to check. */
    public boolean hasReadPieces() {
        return verified.isAnyRead();
    }

    /**
     * Checks whether files of lost pieces were put right, and verifies the pieces that match again. Looks
     * at some of the files; to be called about once a second where the content is shared in place.
     */
    public void checkLostFiles() {
        if (hasLostPieces()) {
            worker.addOnce(new DiskJob.CheckFiles(DiskJob.FileScope.LOST));
        }
    }

    /** Whether {@link #checkLostFiles} has anything to check. */
    public boolean hasLostPieces() {
        return changedFiles.isAnyLost();
    }

    /**
     * Hashes once more the files that another program wrote to while they were incomplete; the listener
     * is told. To be called before such a content counts as complete.
     */
    public void recheckDisputed() {
        worker.add(new DiskJob.RecheckDisputed());
    }

    /** Whether {@link #recheckDisputed} has anything to hash. */
    public boolean hasDisputedFiles() {
        return disputed.isAny();
    }

    /** Writes and commits what was submitted, as far as the disk has room, and closes the storage. */
    @Override
    public void close() throws IOException {
        worker.stop();
        storage.close();
    }
}

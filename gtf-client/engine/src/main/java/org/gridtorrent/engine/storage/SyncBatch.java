package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.engine.storage.files.FileLayout.FileSlice;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.engine.storage.integrity.DisputedFiles;
import org.gridtorrent.engine.storage.integrity.VerifiedPieces;
import org.gridtorrent.engine.storage.journal.PieceJournal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Batch of written pieces that share one sync, and their commit.
 *
 * <p>A commit has four steps in this order: the data is synced, the journal's record is written, the
 * journal is synced, the pieces count as verified. The first step may go on in the background while more
 * is written; what it takes along is sealed, and the rest waits for the next sync. Syncs are spaced so
 * that they take about an eighth of the time. For the disk worker's thread, but for {@link #sequence}.
 */
final class SyncBatch {
    private static final Logger LOG = LoggerFactory.getLogger(SyncBatch.class);
    /** The interval between two syncs, as a multiple of how long one takes. */
    private static final int INTERVAL_FACTOR = 8;
    /** The shortest interval, as a part of the longest. */
    private static final int SHORTEST_PART = 8;

    private final Storage storage;
    private final PieceJournal journal;
    private final VerifiedPieces verified;
    private final DisputedFiles disputed;
    private final StoreLimits limits;
    private final WrittenFiles written;
    /** In the order of writing; the sealed ones first. */
    private final List<Integer> pieces = new ArrayList<>();
    private int sealedCount;
    /** Whether something was written that is not sealed. */
    private boolean isOpen;
    /** Written and not sealed. */
    private long bytes;
    private long openedNs;
    private long intervalNs;
    private @Nullable BackgroundSync syncing;
    private final AtomicInteger sequence = new AtomicInteger();

    SyncBatch(Storage storage, PieceJournal journal, VerifiedPieces verified,
            DisputedFiles disputed, StoreLimits limits) {
        this.storage = storage;
        this.journal = journal;
        this.verified = verified;
        this.disputed = disputed;
        this.limits = limits;
        this.written = new WrittenFiles(storage);
        setInterval(0);
    }

    /** A sync on another thread; sockets need not wait for the disk, nor the disk for sockets. */
    private static final class BackgroundSync {
        private final CountDownLatch over = new CountDownLatch(1);
        private final long beganNs = System.nanoTime();
        private volatile long tookNs;
        private volatile boolean succeeded;

        void run(Storage storage, Runnable then) {
            try {
                storage.sync();
                succeeded = true;
            } catch (IOException e) {
                // The next sync, on the worker's thread, fails for the same reason and is reported.
                LOG.debug("a sync failed", e);
            } finally {
                tookNs = System.nanoTime() - beganNs;
                over.countDown();
                then.run();
            }
        }

        boolean isOver() {
            return over.getCount() == 0;
        }

        /** Waits for its end; false when it failed. */
        boolean await() throws InterruptedException {
            if (!isOver()) {
                var _ = DiskThreads.await(over, Long.MAX_VALUE);
            }
            return succeeded;
        }
    }

    /** The pieces that are written and not verified. */
    List<Integer> pieces() {
        return List.copyOf(pieces);
    }

    /** Whether this batch wrote to the file, so that its stamp does not tell of other programs. */
    boolean hasWritten(int file) {
        return written.contains(file);
    }

    /** Whether another program cut, replaced or deleted a file since this batch wrote to it. */
    boolean isDisturbed(int file) throws IOException {
        return written.isDisturbed(file);
    }

    /** To be called before anything is written. */
    void beginWrite() {
        if (sequence.get() % 2 == 0) {
            sequence.incrementAndGet();
        }
    }

    /**
     * Sequence number of a sequence lock: odd while files may have been written to and their stamps not
     * recorded. An even number that is unchanged later tells that they were not. For any thread.
     */
    int sequence() {
        return sequence.get();
    }

    void wrote(List<FileSlice> slices) throws IOException {
        open();
        for (FileSlice slice : slices) {
            bytes += slice.length();
            written.add(slice);
        }
    }

    /** Adds a piece that is written whole, and matches its hash. */
    void add(int piece) {
        open();
        pieces.add(piece);
    }

    private void open() {
        if (!isOpen) {
            isOpen = true;
            openedNs = System.nanoTime();
        }
    }

    /** Whether something waits for the time of its sync. */
    boolean awaitsSync() {
        return isOpen && syncing == null;
    }

    /** How long until the next sync is due. */
    long untilDueNs() {
        return intervalNs - (System.nanoTime() - openedNs);
    }

    boolean isDue() {
        return isOpen && (isFull() || untilDueNs() <= 0);
    }

    /** Whether no more may be written before a sync is over. */
    boolean isFull() {
        return bytes >= limits.syncBytes();
    }

    boolean isSyncing() {
        return syncing != null;
    }

    /** Whether {@link #commitSynced} would not wait. */
    boolean isSynced() {
        return syncing != null && syncing.isOver();
    }

    /**
     * Seals what was written, and begins to sync it in the background. No other sync may be at work.
     *
     * @param then run by another thread when the sync is over, however it ended
     */
    void beginSync(Runnable then) {
        sealedCount = pieces.size();
        written.seal();
        isOpen = false;
        bytes = 0;
        var sync = new BackgroundSync();
        syncing = sync;
        DiskThreads.run(() -> sync.run(storage, then));
    }

    /**
     * Waits for the background sync, if any, and commits what it took along.
     *
     * <p>Returns the files that another program cut, replaced or deleted meanwhile: what they hold must
     * be hashed again.
     */
    Set<Integer> commitSynced() throws IOException, InterruptedException {
        BackgroundSync sync = syncing;
        if (sync == null) {
            return Set.of();
        }
        if (!sync.await()) {
            return commit();
        }
        List<Integer> synced = List.copyOf(pieces.subList(0, sealedCount));
        Set<Integer> disturbed = record(synced, written.sealed());
        syncing = null;
        dropSealed();
        setInterval(sync.tookNs);
        publish(synced, disturbed);
        return disturbed;
    }

    /** Syncs and commits everything that was written; returns the same. */
    Set<Integer> commit() throws IOException, InterruptedException {
        if (syncing != null) {
            syncing.await();
        }
        if (pieces.isEmpty() && written.isEmpty()) {
            return Set.of();
        }
        storage.sync();
        List<Integer> synced = pieces();
        Set<Integer> disturbed = record(synced, written.all());
        syncing = null;
        clear();
        publish(synced, disturbed);
        return disturbed;
    }

    private Set<Integer> record(List<Integer> synced, Set<Integer> files) throws IOException {
        Set<Integer> disturbed = written.disturbed(files);
        journal.recordVerified(synced, files, disturbed, storage);
        return disturbed;
    }

    private void publish(List<Integer> synced, Set<Integer> disturbed) {
        disputed.add(disturbed);
        if (!synced.isEmpty()) {
            verified.add(synced);
        }
    }

    private void dropSealed() {
        pieces.subList(0, sealedCount).clear();
        sealedCount = 0;
        written.dropSealed();
        if (!isOpen) {
            clear();
        }
    }

    private void clear() {
        pieces.clear();
        sealedCount = 0;
        isOpen = false;
        written.clear();
        bytes = 0;
        if (sequence.get() % 2 != 0) {
            sequence.incrementAndGet();
        }
    }

    private void setInterval(long syncNs) {
        long longest = limits.syncInterval().toNanos();
        intervalNs = Math.clamp(INTERVAL_FACTOR * syncNs, longest / SHORTEST_PART, longest);
    }
}

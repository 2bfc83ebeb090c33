package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;

/**
 * Takes complete pieces and makes them had: hashes them, writes them, syncs them in batches,
 * records them in the journal, and only then says so. Reads blocks of pieces that are had.
 *
 * <p>{@link #submit} never waits. Pieces are hashed by a few threads that all stores share and
 * written in their order by one virtual thread of this store, which calls the listener.
 */
public final class PieceStore implements AutoCloseable {
    private final FileLayout layout;
    private final Metainfo metainfo;
    private final Storage storage;
    private final ResumeJournal journal;
    private final StoreLimits limits;
    private final PieceStoreListener listener;
    private final Bitfield had;
    private final LinkedBlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
    private final AtomicBoolean isRecheckQueued = new AtomicBoolean();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<Integer> unsynced = new ArrayList<>();
    private final Set<Integer> touched = new HashSet<>();
    private final Recovery recovery;
    private long unsyncedBytes;
    private long firstUnsyncedNs;
    private final Thread writer;
    private boolean isEnded;
    private Job.@Nullable Flush flushing;
    private volatile @Nullable IOException failure;

    /** What the writer is asked to do, in order. */
    private sealed interface Job {
        /** Write this piece, if it turns out to match. */
        record Write(int piece, ByteBuffer data,
                CompletableFuture<Boolean> matches) implements Job {}

        /** Sync what was written so far. */
        record Flush(CompletableFuture<Void> done) implements Job {}

        /** Look for files that changed under us. */
        record Recheck() implements Job {}

        /** Sync and end. */
        record End() implements Job {}
    }

    private PieceStore(Metainfo metainfo, Storage storage, ResumeJournal journal, Bitfield had,
            StoreLimits limits, PieceStoreListener listener) {
        this.layout = new FileLayout(metainfo);
        this.metainfo = metainfo;
        this.storage = storage;
        this.journal = journal;
        this.recovery = new Recovery(metainfo, storage, journal);
        this.had = had;
        this.limits = limits;
        this.listener = listener;
        this.writer = Thread.ofVirtual().name("store " + metainfo.infoHash().hex())
                .unstarted(this::run);
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
        Bitfield had = new Recovery(metainfo, storage, journal).run(progress);
        var store = new PieceStore(metainfo, storage, journal, had, limits, listener);
        store.writer.start();
        return store;
    }

    /** A copy of what is had now. */
    public Bitfield had() {
        synchronized (had) {
            return had.copy();
        }
    }

    /** Why the store gave up; empty while it works. */
    public Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    /**
     * Takes a whole piece's bytes, which are the store's from then on. False, and nothing taken,
     * when too much is queued (try again at {@link PieceStoreListener#drained}), or the store
     * failed or was closed.
     */
    public boolean submit(int piece, ByteBuffer data) {
        int length = data.remaining();
        if (length != layout.pieces().pieceLength(piece)) {
            throw new IllegalArgumentException(length + " bytes for piece " + piece);
        }
        if (failure != null || closing.getCount() == 0 || !reserve(length)) {
            return false;
        }
        ByteBuffer bytes = data.slice();
        jobs.add(new Job.Write(piece, bytes,
                HashThreads.matches(metainfo, piece, bytes.duplicate())));
        return true;
    }

    /** One piece always fits, however long. */
    private boolean reserve(int length) {
        long before = queuedBytes.get();
        while (before == 0 || before + length <= limits.queuedBytes()) {
            if (queuedBytes.compareAndSet(before, before + length)) {
                return true;
            }
            before = queuedBytes.get();
        }
        return false;
    }

    /** Bytes taken and not yet written. */
    public long queuedBytes() {
        return queuedBytes.get();
    }

    /** Reads a block of a piece that is had, for a peer. */
    public void read(Block block, ByteBuffer into) throws IOException {
        synchronized (had) {
            if (!had.has(block.piece())) {
                throw new IllegalArgumentException(block + " is of a piece that is not had");
            }
        }
        try {
            storage.read(block, into);
        } catch (IOException e) {
            recheck();
            throw e;
        }
    }

    /**
     * Looks, on the store's thread, for files that somebody else changed: their pieces are
     * withdrawn and hashed again. Call it from time to time while serving.
     */
    public void recheck() {
        if (!isRecheckQueued.getAndSet(true)) {
            jobs.add(new Job.Recheck());
        }
    }

    /** Completes when every piece submitted before is had, refused or lost. */
    public CompletableFuture<Void> flush() {
        var done = new CompletableFuture<Void>();
        synchronized (jobs) {
            if (isEnded) {
                done.complete(null);
            } else {
                jobs.add(new Job.Flush(done));
            }
        }
        return done;
    }

    /**
     * Writes and syncs what was submitted, as far as there is room, and closes storage and journal.
     */
    @Override
    public void close() throws IOException {
        jobs.add(new Job.End());
        closing.countDown();
        boolean interrupted = Thread.interrupted();
        while (writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        try (journal) {
            storage.close();
        }
    }

    private void run() {
        try {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = step();
            }
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            fail(new IOException("the store was interrupted", e));
        } finally {
            endFlushes();
        }
    }

    private boolean step() throws IOException, InterruptedException {
        Job job = nextJob();
        switch (job) {
            case Job.Write write -> write(write);
            case Job.Flush flush -> {
                flushing = flush;
                whileFull(this::commit);
                flush.done().complete(null);
            }
            case Job.Recheck() -> {
                isRecheckQueued.set(false);
                whileFull(this::quarantineChanged);
            }
            case Job.End() -> whileFull(this::commit);
            case null -> {
            }
        }
        if (isCommitDue()) {
            whileFull(this::commit);
        }
        return !(job instanceof Job.End);
    }

    /** Null when a batch's time is over before anything comes. */
    private @Nullable Job nextJob() throws InterruptedException {
        if (unsynced.isEmpty()) {
            return jobs.take();
        }
        return jobs.poll(limits.syncInterval().toNanos() - unsyncedNs(), TimeUnit.NANOSECONDS);
    }

    private long unsyncedNs() {
        return System.nanoTime() - firstUnsyncedNs;
    }

    private boolean isCommitDue() {
        return !unsynced.isEmpty()
                && (unsyncedBytes >= limits.syncBytes()
                        || unsyncedNs() >= limits.syncInterval().toNanos());
    }

    /** Withdraws what a changed file holds, then hashes it again; the good comes back. */
    private void quarantineChanged() throws IOException, InterruptedException {
        commit();
        quarantine(recovery.changedFiles());
    }

    private void quarantine(List<Integer> files) throws IOException, InterruptedException {
        var suspects = new Bitfield(layout.pieces().pieceCount());
        synchronized (had) {
            files.forEach(file -> layout.piecesOf(file).filter(had::has).forEach(suspects::set));
            suspects.pieces().forEach(had::clear);
        }
        if (suspects.isEmpty()) {
            return;
        }
        List<Integer> withdrawn = suspects.pieces().boxed().toList();
        listener.withdrawn(withdrawn,
                "changed on disk: " + layout.files().get(files.getFirst()).path());
        journal.lost(withdrawn);
        List<Integer> good = recovery.rehash(suspects, HashProgress.NONE);
        if (!good.isEmpty()) {
            nowHad(good);
        }
    }

    /** Writing changes a file's stamp: whether somebody else changed it must be known before. */
    private void checkUnchangedBefore(int piece) throws IOException, InterruptedException {
        List<Integer> changed = new ArrayList<>();
        for (int file : layout.filesOf(piece).toArray()) {
            if (!touched.contains(file) && recovery.isChanged(file)) {
                changed.add(file);
            }
        }
        if (!changed.isEmpty()) {
            commit();
            quarantine(changed);
        }
    }

    private void write(Job.Write job) throws IOException, InterruptedException {
        int length = job.data().remaining();
        if (job.matches().join()) {
            whileFull(() -> checkUnchangedBefore(job.piece()));
            whileFull(() -> storage.write(layout.pieces().whole(job.piece()),
                    job.data().duplicate()));
            layout.filesOf(job.piece()).forEach(touched::add);
            if (unsynced.isEmpty()) {
                firstUnsyncedNs = System.nanoTime();
            }
            unsynced.add(job.piece());
            unsyncedBytes += length;
        } else {
            listener.mismatched(job.piece());
        }
        release(length);
    }

    private void release(int length) {
        long before = queuedBytes.getAndAdd(-length);
        long low = limits.queuedBytes() / 2;
        if (before > low && before - length <= low) {
            listener.drained();
        }
    }

    /** Data synced, then the journal's record, then the journal synced: only now they are had. */
    private void commit() throws IOException {
        if (unsynced.isEmpty()) {
            return;
        }
        storage.sync();
        List<Integer> pieces = List.copyOf(unsynced);
        journal.had(pieces, storage);
        unsynced.clear();
        touched.clear();
        unsyncedBytes = 0;
        nowHad(pieces);
    }

    private void nowHad(List<Integer> pieces) {
        synchronized (had) {
            pieces.forEach(had::set);
        }
        listener.had(pieces);
    }

    /** A write or a commit, which may meet a full disk. */
    private interface DiskStep {
        void run() throws IOException, InterruptedException;
    }

    /** Repeats the step until there is room for it; gives up when the store is closed meanwhile. */
    private void whileFull(DiskStep step) throws IOException, InterruptedException {
        boolean paused = false;
        while (true) {
            try {
                step.run();
                if (paused) {
                    listener.resumed();
                }
                return;
            } catch (DiskFullException e) {
                if (!paused) {
                    paused = true;
                    commitIfRoom();
                    listener.paused(e);
                }
                if (closing.await(limits.retryInterval().toNanos(), TimeUnit.NANOSECONDS)) {
                    throw e;
                }
            }
        }
    }

    /**
     * What was written before the disk was full need not wait for room, if the journal has some.
     */
    private void commitIfRoom() throws IOException {
        try {
            commit();
        } catch (DiskFullException e) {
            return; // tried again with the next commit
        }
    }

    /** After a failed write or sync nothing that was not recorded may be counted on. */
    private void fail(IOException reason) {
        failure = reason;
        var lost = new ArrayList<>(unsynced);
        for (Job job : jobs) {
            if (job instanceof Job.Write write) {
                lost.add(write.piece());
            }
        }
        if (closing.getCount() > 0) {
            listener.failed(lost, reason);
        }
    }

    private void endFlushes() {
        synchronized (jobs) {
            isEnded = true;
            if (flushing != null) {
                flushing.done().complete(null);
            }
            for (Job job : jobs) {
                if (job instanceof Job.Flush(var done)) {
                    done.complete(null);
                }
            }
            jobs.clear();
        }
    }
}

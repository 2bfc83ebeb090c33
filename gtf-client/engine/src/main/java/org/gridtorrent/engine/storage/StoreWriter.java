package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;

/**
 * A store's own thread: writes what matches, syncs it in batches, records it, tells the listener.
 *
 * <p>A platform thread, since it blocks in writes and syncs: a virtual one would hold a core's place
 * that the peers' threads share. Everything public here may be called by any thread.
 */
final class StoreWriter {
    private final FileLayout layout;
    private final Metainfo metainfo;
    private final Storage storage;
    private final ResumeJournal journal;
    private final StoreLimits limits;
    private final PieceStoreListener listener;
    private final HadPieces had;
    private final Recovery recovery;
    private final UnsyncedBatch batch;
    private final PieceBuffers buffers;
    private final LinkedBlockingQueue<StoreJob> jobs = new LinkedBlockingQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private boolean isEnded;
    private StoreJob.@Nullable Flush flushing;
    private volatile @Nullable IOException failure;

    StoreWriter(Metainfo metainfo, Storage storage, ResumeJournal journal, HadPieces had,
            StoreLimits limits, PieceStoreListener listener) {
        this.layout = new FileLayout(metainfo);
        this.metainfo = metainfo;
        this.storage = storage;
        this.journal = journal;
        this.recovery = new Recovery(metainfo, storage, journal);
        this.had = had;
        this.limits = limits;
        this.listener = listener;
        this.batch = new UnsyncedBatch(limits);
        this.buffers = new PieceBuffers(layout.pieces().pieceLength(0));
        this.thread = Thread.ofPlatform().daemon().name("store " + metainfo.infoHash().hex())
                .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    PieceBuffers buffers() {
        return buffers;
    }

    long queuedBytes() {
        return queuedBytes.get();
    }

    boolean submit(int piece, ByteBuffer data) {
        int length = data.remaining();
        if (failure != null || closing.getCount() == 0 || !reserve(length)) {
            return false;
        }
        ByteBuffer bytes = data.slice();
        layout.clearPadding(piece, bytes);
        jobs.add(new StoreJob.Write(piece, bytes,
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

    private void release(int length) {
        long before = queuedBytes.getAndAdd(-length);
        long low = limits.queuedBytes() / 2;
        if (before > low && before - length <= low) {
            listener.drained();
        }
    }

    void recheck(boolean all) {
        addOnce(new StoreJob.Recheck(all));
    }

    void distrust(int piece, String why) {
        addOnce(new StoreJob.Distrust(piece, why));
    }

    private void addOnce(StoreJob job) {
        if (!jobs.contains(job)) {
            jobs.add(job);
        }
    }

    /** Whether a file of the piece is not as it was recorded, and not because this store writes. */
    boolean isChanged(int piece) throws IOException {
        int turn = batch.turn();
        if (turn % 2 != 0) {
            return false;
        }
        boolean changed = false;
        for (int file : layout.filesOf(piece).toArray()) {
            changed |= recovery.isChanged(file);
        }
        return changed && batch.turn() == turn;
    }

    CompletableFuture<Void> flush() {
        var done = new CompletableFuture<Void>();
        synchronized (jobs) {
            if (isEnded) {
                done.complete(null);
            } else {
                jobs.add(new StoreJob.Flush(done));
            }
        }
        return done;
    }

    /** Returns when the thread has done what was asked before, as far as there is room. */
    void end() {
        jobs.add(new StoreJob.End());
        closing.countDown();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
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
        StoreJob job = nextJob();
        switch (job) {
            case StoreJob.Write write -> write(write);
            case StoreJob.Flush flush -> {
                flushing = flush;
                whileFull(this::commit);
                flush.done().complete(null);
            }
            case StoreJob.Recheck(boolean all) -> recheckNow(all);
            case StoreJob.Distrust(int piece, String why) -> distrustNow(piece, why);
            case StoreJob.End() -> whileFull(this::commit);
            case null -> {
            }
        }
        if (batch.isDue()) {
            whileFull(this::commit);
        }
        return !(job instanceof StoreJob.End);
    }

    /** Null when a batch's time is over before anything comes. */
    private @Nullable StoreJob nextJob() throws InterruptedException {
        return batch.isEmpty()
                ? jobs.take()
                : jobs.poll(batch.restNs(), TimeUnit.NANOSECONDS);
    }

    private void write(StoreJob.Write job) throws IOException, InterruptedException {
        int length = job.data().remaining();
        if (job.matches().join()) {
            int[] files = layout.filesOf(job.piece()).toArray();
            whileFull(() -> checkUnchangedBefore(files));
            batch.open();
            whileFull(() -> storage.write(layout.pieces().whole(job.piece()),
                    job.data().duplicate()));
            batch.add(job.piece(), length, files);
        } else {
            listener.mismatched(job.piece());
        }
        if (job.data().hasArray()) {
            buffers.give(job.data().array());
        }
        release(length);
    }

    /** Writing changes a file's stamp: whether somebody else changed it must be known before. */
    private void checkUnchangedBefore(int[] files) throws IOException, InterruptedException {
        List<Integer> changed = new ArrayList<>();
        for (int file : files) {
            if (!batch.touched(file) && recovery.isChanged(file)) {
                changed.add(file);
            }
        }
        if (!changed.isEmpty()) {
            commit();
            quarantine(changed);
        }
    }

    /** Data synced, then the journal's record, then the journal synced: only now they are had. */
    private void commit() throws IOException {
        if (batch.isEmpty()) {
            return;
        }
        storage.sync();
        List<Integer> pieces = batch.pieces();
        journal.had(pieces, storage);
        batch.clear();
        nowHad(pieces);
    }

    private void nowHad(List<Integer> pieces) {
        had.add(pieces);
        listener.had(pieces);
    }

    private void recheckNow(boolean all) throws IOException, InterruptedException {
        Bitfield read = had.takeRead();
        if (all || !read.isEmpty()) {
            whileFull(() -> {
                commit();
                quarantine(all ? recovery.changedFiles() : recovery.changedFilesOf(read));
            });
        }
    }

    private void distrustNow(int piece, String why) throws IOException, InterruptedException {
        whileFull(() -> {
            commit();
            var suspect = new Bitfield(layout.pieces().pieceCount());
            suspect.set(piece);
            withdraw(suspect, "piece " + piece + " cannot be read: " + why);
        });
    }

    /** Withdraws what changed files hold, then hashes it again as it lies there now. */
    private void quarantine(List<Integer> files) throws IOException, InterruptedException {
        if (files.isEmpty()) {
            return;
        }
        var suspects = new Bitfield(layout.pieces().pieceCount());
        for (int file : files) {
            layout.piecesOf(file).forEach(suspects::set);
            storage.reopen(file);
        }
        withdraw(suspects,
                layout.files().get(files.getFirst()).path() + " was changed by another program");
    }

    /** The good ones come back at once. */
    private void withdraw(Bitfield suspects, String reason)
            throws IOException, InterruptedException {
        List<Integer> withdrawn = had.withdraw(suspects);
        if (withdrawn.isEmpty()) {
            return;
        }
        listener.withdrawn(withdrawn, reason);
        journal.lost(withdrawn);
        var again = new Bitfield(suspects.size());
        withdrawn.forEach(again::set);
        List<Integer> good = recovery.rehash(again, HashProgress.NONE);
        if (!good.isEmpty()) {
            nowHad(good);
        }
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

    /** What was written before the disk was full need not wait for room, if the journal has some. */
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
        var lost = new ArrayList<>(batch.pieces());
        for (StoreJob job : jobs) {
            if (job instanceof StoreJob.Write write) {
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
            for (StoreJob job : jobs) {
                if (job instanceof StoreJob.Flush(var done)) {
                    done.complete(null);
                }
            }
            jobs.clear();
        }
    }
}

package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;

/**
 * What a store does on the disk's threads: writes what matches, syncs it in batches, records it, tells
 * the listener. At most one thread works for it at a time, and none while it has nothing to do.
 * Everything that is not private may be called by any thread.
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
    /** Those of which parts have come, and not all. */
    private final Map<Integer, PartialPiece> partials = new ConcurrentHashMap<>();
    private final Queue<StoreJob> jobs = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    /** Whether a thread works for this, or is about to. */
    private final AtomicBoolean awake = new AtomicBoolean();
    /** Whether this will be woken for its batch. */
    private final AtomicBoolean timed = new AtomicBoolean();
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
    }

    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    PieceMemory memory() {
        return limits.memory();
    }

    long queuedBytes() {
        return queuedBytes.get();
    }

    boolean submit(Block part, ByteBuffer data, Runnable done) {
        if (failure != null || closing.getCount() == 0 || !reserve(part.length())) {
            return false;
        }
        ByteBuffer bytes = data.slice();
        layout.clearPadding(part, bytes);
        if (part.equals(layout.pieces().whole(part.piece()))) {
            add(new StoreJob.Write(part, bytes,
                    HashThreads.matches(metainfo, part.piece(), bytes.duplicate()), done));
        } else {
            submitPart(part, bytes, done);
        }
        return true;
    }

    private void submitPart(Block part, ByteBuffer bytes, Runnable done) {
        PartialPiece partial = partials.computeIfAbsent(part.piece(),
                piece -> new PartialPiece(piece, layout.pieces().pieceLength(piece)));
        add(new StoreJob.Part(part, bytes, partial.take(part, bytes.duplicate()), done));
        if (partial.isWhole()) {
            partials.remove(part.piece());
            add(new StoreJob.Finish(partial));
        }
    }

    void forget(int piece) {
        partials.remove(piece);
    }

    /** One part always fits, however long. */
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

    private void release(StoreJob.Bytes job) {
        job.done().run();
        int length = job.block().length();
        long before = queuedBytes.getAndAdd(-length);
        long low = limits.queuedBytes() / 2;
        if (before > low && before - length <= low) {
            listener.drained();
        }
    }

    private void add(StoreJob job) {
        jobs.add(job);
        wake();
        if (over.getCount() == 0) {
            dropJobs();
        }
    }

    private void wake() {
        if (awake.compareAndSet(false, true)) {
            DiskThreads.run(this::work);
        }
    }

    void recheck(boolean all) {
        if (all || had.isAnyRead()) {
            addOnce(new StoreJob.Recheck(all));
        }
    }

    void distrust(int piece, String why) {
        addOnce(new StoreJob.Distrust(piece, why));
    }

    private void addOnce(StoreJob job) {
        if (!jobs.contains(job)) {
            add(job);
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
                add(new StoreJob.Flush(done));
            }
        }
        return done;
    }

    /** Returns when what was asked before is done, as far as there is room. */
    void end() {
        add(new StoreJob.End());
        closing.countDown();
        boolean interrupted = false;
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        boolean goesOn = false;
        try {
            goesOn = over.getCount() > 0 && step(jobs.poll());
            while (goesOn && !jobs.isEmpty()) {
                goesOn = false;
                goesOn = step(jobs.poll());
            }
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            fail(new IOException("the store was interrupted", e));
        } catch (RuntimeException e) {
            fail(new IOException("a mistake in the program: " + e, e));
        } finally {
            if (goesOn) {
                rest();
            } else {
                dropJobs();
                over.countDown();
            }
        }
    }

    /** Gives the thread up until there is something to do, or the batch's time is over. */
    private void rest() {
        boolean isTimed = !batch.isEmpty() && timed.compareAndSet(false, true);
        long restNs = isTimed ? batch.restNs() : 0;
        awake.set(false);
        if (isTimed) {
            DiskThreads.later(this::timeIsOver, restNs);
        }
        if (!jobs.isEmpty()) {
            wake();
        }
    }

    private void timeIsOver() {
        timed.set(false);
        wake();
    }

    /** Does the job, or without one what is due; false when it was the last. */
    private boolean step(@Nullable StoreJob job) throws IOException, InterruptedException {
        switch (job) {
            case StoreJob.Write write -> write(write);
            case StoreJob.Part part -> write(part);
            case StoreJob.Finish(PartialPiece piece) -> finish(piece);
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

    private void write(StoreJob.Write job) throws IOException, InterruptedException {
        try {
            if (job.matches().join()) {
                put(job);
                batch.add(job.block().piece());
            } else {
                listener.mismatched(job.block().piece());
            }
        } finally {
            release(job);
        }
    }

    private void write(StoreJob.Part job) throws IOException, InterruptedException {
        try {
            put(job);
            job.hashed().join();
        } finally {
            release(job);
        }
    }

    private void put(StoreJob.Bytes job) throws IOException, InterruptedException {
        int[] files = layout.filesOf(job.block()).toArray();
        whileFull(() -> checkUnchangedBefore(files));
        batch.open();
        whileFull(() -> storage.write(job.block(), job.data().duplicate()));
        batch.wrote(job.block().length(), files);
    }

    private void finish(PartialPiece partial) throws IOException {
        if (metainfo.pieceMatches(partial.piece(), partial.digest(storage))) {
            batch.add(partial.piece());
        } else {
            listener.mismatched(partial.piece());
        }
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
        journal.had(pieces, batch.touched(), storage);
        batch.clear();
        if (!pieces.isEmpty()) {
            nowHad(pieces);
        }
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
                if (DiskThreads.await(closing, limits.retryInterval().toNanos())) {
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
            switch (job) {
                case StoreJob.Write write -> lost.add(write.block().piece());
                case StoreJob.Finish(PartialPiece piece) -> lost.add(piece.piece());
                default -> {
                }
            }
        }
        if (closing.getCount() > 0) {
            listener.failed(lost, reason);
        }
    }

    /** Nobody does them any more, and nobody shall wait for them. */
    private void dropJobs() {
        synchronized (jobs) {
            isEnded = true;
            if (flushing != null) {
                flushing.done().complete(null);
            }
            for (StoreJob job = jobs.poll(); job != null; job = jobs.poll()) {
                if (job instanceof StoreJob.Flush(var done)) {
                    done.complete(null);
                } else if (job instanceof StoreJob.Bytes bytes) {
                    bytes.done().run();
                }
            }
        }
    }
}

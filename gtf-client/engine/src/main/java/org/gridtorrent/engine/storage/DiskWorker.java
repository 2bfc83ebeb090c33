package org.gridtorrent.engine.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.files.ExecutableFiles;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.storage.files.FileLayout.FileSlice;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.engine.storage.integrity.ChangedFiles;
import org.gridtorrent.engine.storage.integrity.SmartBan;
import org.gridtorrent.engine.storage.integrity.VerifiedPieces;
import org.gridtorrent.engine.timer.EngineTimer;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;

/**
 * Disk worker of one store: does its jobs in order, and commits written data when a sync is due.
 *
 * <p>Any thread may add jobs. They run on {@link DiskThreads}, one at a time; an idle worker holds no
 * thread. Only the running job changes the {@link SyncBatch}, {@link ChangedFiles} and {@link SmartBan}, so
 * these need no locks. A failed write or sync ends the worker; a full disk is retried ({@link
 * DiskFullRetry}).
 */
final class DiskWorker {
    /** After so long it gives the thread to the stores that wait for one. */
    private static final long TURN_NS = 100_000_000;

    private final FileLayout layout;
    private final Metainfo metainfo;
    private final Storage storage;
    private final VerifiedPieces verified;
    private final ExecutableFiles executables;
    private final SyncBatch batch;
    private final ChangedFiles changedFiles;
    private final SmartBan smartBan;
    private final DiskFullRetry retry;
    private final QueuedBytes queued;
    private final PieceStoreListener listener;

    private final Queue<DiskJob> jobs = new ConcurrentLinkedQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    /** Whether a thread works for this store, or is about to. */
    private final AtomicBoolean awake = new AtomicBoolean();
    /** Whether a timer will wake the worker for its next sync. */
    private final AtomicBoolean timed = new AtomicBoolean();
    /** Guarded by {@link #jobs}. */
    private boolean isEnded;
    private DiskJob.@Nullable Flush flushing;
    private volatile @Nullable IOException failure;

    DiskWorker(Metainfo metainfo, FileLayout layout, Storage storage, VerifiedPieces verified,
            ExecutableFiles executables, SyncBatch batch, ChangedFiles changedFiles,
            StoreLimits limits, QueuedBytes queued, PieceStoreListener listener) {
        this.layout = layout;
        this.metainfo = metainfo;
        this.storage = storage;
        this.verified = verified;
        this.executables = executables;
        this.batch = batch;
        this.changedFiles = changedFiles;
        this.smartBan = new SmartBan(metainfo);
        this.retry = new DiskFullRetry(() -> changedFiles.quarantine(batch.commit()),
                limits, listener);
        this.queued = queued;
        this.listener = listener;
    }

    /** Why nothing is written any more; empty while the worker works. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Whether jobs are still done. */
    boolean isOpen() {
        return failure == null && !retry.isGivenUp();
    }

    void add(DiskJob job) {
        jobs.add(job);
        wake();
        if (over.getCount() == 0) {
            dropJobs();
        }
    }

    /** Adds the job unless an equal one is queued. */
    void addOnce(DiskJob job) {
        if (!jobs.contains(job)) {
            add(job);
        }
    }

    /** Drops the queued writes; returns the pieces that they are part of. */
    Set<Integer> dropWrites() {
        List<DiskJob.Write> writes = jobs.stream().filter(DiskJob.Write.class::isInstance)
                .map(DiskJob.Write.class::cast).toList();
        Set<Integer> pieces = writes.stream().map(write -> write.block().piece())
                .collect(Collectors.toSet());
        Set<Integer> dropped = new HashSet<>();
        // Before the writes: otherwise a piece could be finished whose last bytes are not written.
        for (DiskJob job : List.copyOf(jobs)) {
            if (job instanceof DiskJob.FinishPiece(PartialPiece partial)
                    && pieces.contains(partial.piece()) && jobs.remove(job)) {
                dropped.add(partial.piece());
            }
        }
        for (DiskJob.Write write : writes) {
            if (jobs.remove(write)) {
                dropped.add(write.block().piece());
                release(write);
            }
        }
        return dropped;
    }

    private void release(DiskJob.Write write) {
        write.done().run();
        queued.release(write.block().length());
    }

    /** Completes when everything added before is committed, refused or lost. */
    CompletableFuture<Void> flush() {
        var done = new CompletableFuture<Void>();
        synchronized (jobs) {
            if (isEnded) {
                done.complete(null);
            } else {
                add(new DiskJob.Flush(done));
            }
        }
        return done;
    }

    /** Returns when the jobs added before are done, as far as the disk has room. */
    void stop() {
        add(new DiskJob.Stop());
        retry.giveUp();
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

    private void wake() {
        if (awake.compareAndSet(false, true)) {
            DiskThreads.run(this::work);
        }
    }

    private void work() {
        boolean goesOn = false;
        long beganNs = System.nanoTime();
        try {
            goesOn = over.getCount() > 0 && step(jobs.poll());
            while (goesOn && !jobs.isEmpty() && System.nanoTime() - beganNs < TURN_NS) {
                goesOn = false;
                goesOn = step(jobs.poll());
            }
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            fail(new IOException("the store was interrupted", e));
        } catch (RuntimeException | Error e) {
            fail(new IOException("a mistake in the program: " + e, e));
        } finally {
            if (goesOn) {
                rest();
            } else {
                dropJobs();
                over.countDown();
                dropJobs(); // those of a thread that did not see the end
            }
        }
    }

    /** Does the job, if any, and begins a sync that is due; false after the last job. */
    private boolean step(@Nullable DiskJob job) throws IOException, InterruptedException {
        if (job instanceof DiskJob.Flush flush) {
            flushing = flush;
        }
        try {
            perform(job);
        } finally {
            if (job instanceof DiskJob.Write write) {
                release(write);
            }
        }
        syncIfDue();
        return !(job instanceof DiskJob.Stop);
    }

    /** Gives the thread up; takes another when there are jobs, or a sync is due. */
    private void rest() {
        boolean awaitsSync = batch.awaitsSync();
        boolean isTimed = awaitsSync && timed.compareAndSet(false, true);
        long restNs = isTimed ? batch.untilDueNs() : 0;
        awake.set(false);
        if (isTimed) {
            var _ = EngineTimer.schedule(this::syncTimerFired, restNs);
        }
        // A timer that fired while this thread was awake woke nobody.
        if (!jobs.isEmpty() || (awaitsSync && !timed.get())) {
            wake();
        }
    }

    private void syncTimerFired() {
        timed.set(false);
        wake();
    }

    private void fail(IOException reason) {
        failure = reason;
        if (!retry.isGivenUp()) {
            listener.failed(unsafePieces(), reason);
        }
    }

    /** After a failed write or sync nothing that is not in the journal is safe. */
    private List<Integer> unsafePieces() {
        var pieces = new ArrayList<>(batch.pieces());
        for (DiskJob job : jobs) {
            switch (job) {
                case DiskJob.WritePiece write -> pieces.add(write.block().piece());
                case DiskJob.FinishPiece(PartialPiece piece) -> pieces.add(piece.piece());
                default -> {
                }
            }
        }
        return pieces;
    }

    /** Ends the waiting for jobs that nobody does any more. */
    private void dropJobs() {
        synchronized (jobs) {
            isEnded = true;
            if (flushing != null) {
                flushing.done().complete(null);
            }
            for (DiskJob job = jobs.poll(); job != null; job = jobs.poll()) {
                if (job instanceof DiskJob.Flush(var done)) {
                    done.complete(null);
                } else if (job instanceof DiskJob.Write write) {
                    release(write);
                }
            }
        }
    }

    private void perform(@Nullable DiskJob job) throws IOException, InterruptedException {
        switch (job) {
            case DiskJob.WritePiece write -> writePiece(write);
            case DiskJob.WritePart part -> {
                write(part);
                part.hashed().join();
            }
            case DiskJob.FinishPiece(PartialPiece piece) -> finishPiece(piece);
            case DiskJob.PrepareFiles(IntPredicate wanted) -> prepareFiles(wanted);
            case DiskJob.Flush(var done) -> {
                commit();
                done.complete(null);
            }
            case DiskJob.SyncDone() -> {
                if (batch.isSynced()) {
                    commitSynced();
                }
            }
            case DiskJob.CheckFiles(DiskJob.FileScope scope) -> checkFiles(scope);
            case DiskJob.RecheckDisputed() -> recheckDisputed();
            case DiskJob.RecheckPiece(int piece, String reason) -> {
                commit();
                retry.untilRoom(() -> changedFiles.recheckPiece(piece, reason));
            }
            case DiskJob.PiecesEvicted(List<Integer> pieces) -> changedFiles.evicted(pieces);
            case DiskJob.Stop() -> commit();
            case null -> {
            }
        }
    }

    private void writePiece(DiskJob.WritePiece job) throws IOException, InterruptedException {
        boolean matches = job.matches().join();
        if (matches) {
            write(job);
        }
        pieceHashed(job.block().piece(), matches,
                block -> job.data().slice(block.offset(), block.length()));
    }

    private void write(DiskJob.Write job) throws IOException, InterruptedException {
        List<FileSlice> slices = layout.slicesOnDisk(job.block());
        checkBeforeWriting(slices.stream().mapToInt(FileSlice::file).toArray());
        retry.untilRoom(() -> {
            batch.beginWrite();
            storage.write(job.block(), job.data().duplicate());
        });
        batch.wrote(slices);
    }

    /** Writing changes a file's stamp, so changes by other programs are looked for before. */
    private void checkBeforeWriting(int[] files) throws IOException, InterruptedException {
        retry.untilRoom(() -> {
            Set<Integer> changed = new TreeSet<>();
            for (int file : files) {
                if (batch.hasWritten(file)
                        ? batch.isDisturbed(file)
                        : changedFiles.isFileChanged(file)) {
                    changed.add(file);
                }
            }
            if (!changed.isEmpty()) {
                changed.addAll(batch.commit());
                changedFiles.quarantine(changed);
            }
        });
    }

    private void finishPiece(PartialPiece partial) throws IOException, InterruptedException {
        int piece = partial.piece();
        checkBeforeWriting(layout.filesOf(piece).toArray());
        try {
            boolean matches = metainfo.pieceMatches(piece, partial.digest(storage));
            boolean isDoubted = changedFiles.takeChangedWhilePartial(piece);
            if ((isDoubted || !matches || smartBan.has(piece))
                    && !partial.isIntact(storage)) {
                changedFiles.invalidateParts(piece);
                return;
            }
            var buffer = ByteBuffer.allocate(PieceLayout.BLOCK_LENGTH);
            pieceHashed(piece, matches, block -> {
                storage.read(block, buffer.clear().limit(block.length()));
                return buffer.flip();
            });
        } catch (NoSuchFileException | EOFException e) {
            changedFiles.invalidateParts(piece);
        }
    }

    /** The piece's hash is known: it joins the batch, or counts as failed. */
    private void pieceHashed(int piece, boolean matches, SmartBan.Source bytes)
            throws IOException {
        if (matches) {
            List<Block> corrupt = smartBan.takeCorruptBlocks(piece, bytes);
            if (!corrupt.isEmpty()) {
                listener.corruptBlocks(corrupt);
            }
            batch.add(piece);
        } else {
            smartBan.add(piece, bytes);
            listener.hashFailed(piece);
        }
    }

    private void prepareFiles(IntPredicate wanted) throws IOException, InterruptedException {
        for (int file = 0; file < layout.files().size(); file++) {
            MetainfoFile each = layout.files().get(file);
            if (each.length() == 0 && !each.isPadding() && wanted.test(file)) {
                int empty = file;
                retry.untilRoom(() -> storage.create(empty));
            }
        }
        executables.update(verified::has);
        listener.filesPrepared();
    }

    private void checkFiles(DiskJob.FileScope scope) throws IOException, InterruptedException {
        Collection<Integer> files = switch (scope) {
            case ALL -> {
                verified.takeRead();
                yield changedFiles.allFiles();
            }
            case READ -> layout.filesOf(verified.takeRead());
            case LOST -> changedFiles.restoredFiles();
        };
        if (files.isEmpty()) {
            return;
        }
        commit();
        retry.untilRoom(() -> changedFiles.quarantine(scope == DiskJob.FileScope.LOST
                ? files
                : changedFiles.changedAmong(files)));
    }

    private void recheckDisputed() throws IOException, InterruptedException {
        commit();
        Set<Integer> files = changedFiles.takeDisputed();
        if (!files.isEmpty()) {
            retry.untilRoom(() -> changedFiles.recheckDisputed(files));
        }
        listener.disputedRechecked();
    }

    private void commit() throws IOException, InterruptedException {
        retry.untilRoom(() -> changedFiles.quarantine(batch.commit()));
    }

    private void commitSynced() throws IOException, InterruptedException {
        retry.untilRoom(() -> changedFiles.quarantine(batch.commitSynced()));
    }

    /**
     * One sync is at work at a time, and little is written beyond what it takes along: a slow disk
     * slows the peers that send.
     */
    private void syncIfDue() throws IOException, InterruptedException {
        if (batch.isFull() && batch.isSyncing()) {
            commitSynced();
        }
        if (batch.isDue() && !batch.isSyncing()) {
            batch.beginSync(() -> add(new DiskJob.SyncDone()));
        }
    }
}

package org.gridtorrent.engine.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.FileLayout.Span;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;

/**
 * Does a store's jobs: writes bytes, counts in what matches, and has it committed when it is due. For
 * the one thread that works for the store.
 */
final class StoreWriter {
    private final FileLayout layout;
    private final Metainfo metainfo;
    private final Storage storage;
    private final UnsyncedBatch batch;
    private final DiskFullRetry fullDisk;
    private final Committer committer;
    private final ChangedFiles changedFiles;
    private final ExecutableFiles executables;
    private final PieceStoreListener listener;
    private final FailedPieces failed;

    StoreWriter(Metainfo metainfo, Storage storage, UnsyncedBatch batch,
            DiskFullRetry fullDisk, Committer committer, ChangedFiles changedFiles,
            ExecutableFiles executables, PieceStoreListener listener) {
        this.layout = new FileLayout(metainfo);
        this.metainfo = metainfo;
        this.storage = storage;
        this.batch = batch;
        this.fullDisk = fullDisk;
        this.committer = committer;
        this.changedFiles = changedFiles;
        this.executables = executables;
        this.listener = listener;
        this.failed = new FailedPieces(metainfo);
    }

    void perform(@Nullable DiskJob job) throws IOException, InterruptedException {
        switch (job) {
            case DiskJob.Write write -> write(write);
            case DiskJob.Part part -> write(part);
            case DiskJob.Finish(PartialPiece piece) -> finish(piece);
            case DiskJob.Prepare(IntPredicate wanted) -> prepare(wanted);
            case DiskJob.Flush(var done) -> {
                changedFiles.commit();
                done.complete(null);
            }
            case DiskJob.Synced() -> {
                if (committer.isSynced()) {
                    changedFiles.commitSynced();
                }
            }
            case DiskJob.Recheck(DiskJob.Scope scope) -> {
                switch (scope) {
                    case ALL -> changedFiles.recheckAll();
                    case READ -> changedFiles.recheckRead();
                    case LOST -> changedFiles.recheckLost();
                }
            }
            case DiskJob.Settle() -> {
                changedFiles.settle();
                listener.settled();
            }
            case DiskJob.Distrust(int piece, String why) -> changedFiles.distrust(piece, why);
            case DiskJob.End() -> changedFiles.commit();
            case null -> {
            }
        }
    }

    private void prepare(IntPredicate wanted) throws IOException, InterruptedException {
        for (int file = 0; file < layout.files().size(); file++) {
            MetainfoFile each = layout.files().get(file);
            if (each.length() == 0 && !each.padding() && wanted.test(file)) {
                int empty = file;
                fullDisk.untilRoom(() -> storage.make(empty));
            }
        }
        executables.look();
        listener.prepared();
    }

    private void write(DiskJob.Write job) throws IOException, InterruptedException {
        boolean matches = job.matches().join();
        if (matches) {
            put(job);
        }
        judge(job.block().piece(), matches,
                block -> job.data().slice(block.offset(), block.length()));
    }

    private void judge(int piece, boolean matches, FailedPieces.Source bytes) throws IOException {
        if (matches) {
            List<Block> falseBlocks = failed.matched(piece, bytes);
            if (!falseBlocks.isEmpty()) {
                listener.wereFalse(falseBlocks);
            }
            batch.add(piece);
        } else {
            failed.failed(piece, bytes);
            listener.mismatched(piece);
        }
    }

    private void write(DiskJob.Part job) throws IOException, InterruptedException {
        put(job);
        job.hashed().join();
    }

    private void put(DiskJob.Bytes job) throws IOException, InterruptedException {
        List<Span> spans = layout.spansOnDisk(job.block());
        changedFiles.checkBeforeWriting(spans.stream().mapToInt(Span::file).toArray());
        batch.turnOdd();
        fullDisk.untilRoom(() -> storage.write(job.block(), job.data().duplicate()));
        batch.wrote(spans, storage);
    }

    private void finish(PartialPiece partial) throws IOException, InterruptedException {
        changedFiles.checkBeforeWriting(layout.filesOf(partial.piece()).toArray());
        try {
            judge(partial);
        } catch (NoSuchFileException | EOFException e) {
            changedFiles.spoiled(partial.piece());
        }
    }

    private void judge(PartialPiece partial) throws IOException {
        int piece = partial.piece();
        boolean matches = metainfo.pieceMatches(piece, partial.digest(storage));
        boolean isDoubted = changedFiles.takeDoubt(piece);
        if ((isDoubted || !matches || failed.has(piece)) && !partial.liesAsItCame(storage)) {
            changedFiles.spoiled(piece);
            return;
        }
        var buffer = ByteBuffer.allocate(PieceLayout.BLOCK_LENGTH);
        judge(piece, matches, block -> {
            storage.read(block, buffer.clear().limit(block.length()));
            return buffer.flip();
        });
    }

    /**
     * One sync is at work at a time, and little is written beyond what it takes along: a slow disk slows
     * who writes.
     *
     * @param synced run by another thread when a sync that this begins is over
     */
    void syncIfDue(Runnable synced) throws IOException, InterruptedException {
        if (batch.isFull() && committer.isSyncing()) {
            changedFiles.commitSynced();
        }
        if (batch.isDue() && !committer.isSyncing()) {
            committer.beginSync(synced);
        }
    }

    /** Whether something waits for the time of its sync. */
    boolean awaitsSync() {
        return batch.isOpen() && !committer.isSyncing();
    }

    /** How long that is. */
    long restNs() {
        return batch.restNs();
    }

    /** After a failed write or sync nothing that was not recorded may be counted on. */
    List<Integer> unsafe(Iterable<DiskJob> undone) {
        var pieces = new ArrayList<>(batch.pieces());
        for (DiskJob job : undone) {
            switch (job) {
                case DiskJob.Write write -> pieces.add(write.block().piece());
                case DiskJob.Finish(PartialPiece piece) -> pieces.add(piece.piece());
                default -> {
                }
            }
        }
        return pieces;
    }
}

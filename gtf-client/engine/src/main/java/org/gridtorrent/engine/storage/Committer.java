package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes written pieces had, a batch at a time: data synced, then the journal's record, then the journal
 * synced, and only then they are. For the writer's thread.
 */
final class Committer {
    private final Storage storage;
    private final ResumeJournal journal;
    private final VerifiedPieces had;
    private final UnsyncedBatch batch;
    private final DisputedFiles disputed;
    private final ExecutableFiles executables;
    private final PieceStoreListener listener;
    /** The first step for what is sealed of the batch; null while there is none. */
    private @Nullable BackgroundSync syncing;

    Committer(Storage storage, ResumeJournal journal, VerifiedPieces had, UnsyncedBatch batch,
            DisputedFiles disputed, ExecutableFiles executables, PieceStoreListener listener) {
        this.storage = storage;
        this.journal = journal;
        this.had = had;
        this.batch = batch;
        this.disputed = disputed;
        this.executables = executables;
        this.listener = listener;
    }

    boolean isSyncing() {
        return syncing != null;
    }

    /** Whether {@link #commitSynced} would not wait. */
    boolean isSynced() {
        return syncing != null && syncing.isOver();
    }

    /**
     * Begins to sync what was written, where no sync is at work.
     *
     * @param then run by another thread when that is over
     */
    void beginSync(Runnable then) {
        batch.seal();
        syncing = BackgroundSync.begin(storage, then);
    }

    /**
     * Commits what the sync at work has taken along, when that is over.
     *
     * <p>Returns the files that somebody else cut, replaced or deleted meanwhile: what they hold is not
     * vouched for until it was hashed again.
     */
    Set<Integer> commitSynced() throws IOException, InterruptedException {
        BackgroundSync sync = syncing;
        if (sync == null) {
            return Set.of();
        }
        if (!sync.await()) {
            return commit();
        }
        List<Integer> pieces = batch.sealed();
        Set<Integer> disturbed = record(pieces, batch.sealedFiles());
        syncing = null;
        batch.recorded();
        batch.tookNs(sync.tookNs());
        told(pieces, disturbed);
        return disturbed;
    }

    /** The same with all that was written, and syncs it first. */
    Set<Integer> commit() throws IOException, InterruptedException {
        if (syncing != null) {
            syncing.await();
        }
        if (batch.isEmpty()) {
            return Set.of();
        }
        storage.sync();
        List<Integer> pieces = batch.pieces();
        Set<Integer> disturbed = record(pieces, batch.files());
        syncing = null;
        batch.clear();
        told(pieces, disturbed);
        return disturbed;
    }

    private Set<Integer> record(List<Integer> pieces, Set<Integer> files) throws IOException {
        Set<Integer> disturbed = batch.disturbed(files, storage);
        journal.had(pieces, files, disturbed, storage);
        return disturbed;
    }

    private void told(List<Integer> pieces, Set<Integer> disturbed) {
        disputed.add(disturbed);
        if (!pieces.isEmpty()) {
            nowHad(pieces);
        }
    }

    /** Of pieces that are synced and recorded. */
    void nowHad(List<Integer> pieces) {
        had.add(pieces);
        executables.look();
        listener.had(pieces);
    }
}

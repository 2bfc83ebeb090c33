package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Makes written pieces had, a batch at a time: data synced, then the journal's record, then the journal
 * synced, and only then they are. For the writer's thread.
 */
final class Committer {
    private final Storage storage;
    private final ResumeJournal journal;
    private final HadPieces had;
    private final UnsyncedBatch batch;
    private final DisputedFiles disputed;
    private final Executables executables;
    private final PieceStoreListener listener;

    Committer(Storage storage, ResumeJournal journal, HadPieces had, UnsyncedBatch batch,
            DisputedFiles disputed, Executables executables, PieceStoreListener listener) {
        this.storage = storage;
        this.journal = journal;
        this.had = had;
        this.batch = batch;
        this.disputed = disputed;
        this.executables = executables;
        this.listener = listener;
    }

    /**
     * Returns the files that somebody else cut, replaced or deleted meanwhile: what they hold is not
     * vouched for until it was hashed again.
     */
    Set<Integer> commit() throws IOException {
        if (batch.isEmpty()) {
            return Set.of();
        }
        storage.sync();
        List<Integer> pieces = batch.pieces();
        Set<Integer> disturbed = batch.disturbed(storage);
        journal.had(pieces, batch.touched(), disturbed, storage);
        batch.clear();
        disputed.add(disturbed);
        if (!pieces.isEmpty()) {
            nowHad(pieces);
        }
        return disturbed;
    }

    /** Of pieces that are synced and recorded. */
    void nowHad(List<Integer> pieces) {
        had.add(pieces);
        executables.look();
        listener.had(pieces);
    }
}

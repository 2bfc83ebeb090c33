package org.gridtorrent.engine.storage.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.HashChecker;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Finds the good pieces when a store is opened.
 *
 * <p>Pieces that the journal records are trusted; others are hashed where all their files have bytes.
 * On each file system two contents are hashed at a time.
 */
public final class ResumeChecker {
    /** Contents hashed at a time on one file system; more would take memory and make the disk seek. */
    private static final int MAX_CONCURRENT = 2;
    private static final Map<Path, Semaphore> PERMITS = new ConcurrentHashMap<>();

    private final FileLayout layout;
    private final Metainfo metainfo;
    private final Storage storage;
    private final PieceJournal journal;

    public ResumeChecker(Metainfo metainfo, Storage storage, PieceJournal journal) {
        this.layout = new FileLayout(metainfo);
        this.metainfo = metainfo;
        this.storage = storage;
        this.journal = journal;
    }

    /**
     * The pieces that are good; interrupting the caller cancels.
     *
     * @param trusted pieces whose record holds; pieces that match are added
     */
    public Bitfield recover(Bitfield trusted, HashProgress progress)
            throws IOException, InterruptedException {
        Bitfield good = trusted.copy();
        List<Integer> doubtful = journal.recordedPieces().pieces()
                .filter(piece -> !good.has(piece)).boxed().toList();
        if (!doubtful.isEmpty()) {
            // Before a record vouches for their files again.
            journal.recordLost(doubtful);
        }
        Bitfield candidates = candidates(good);
        if (!candidates.isEmpty()) {
            Semaphore permits = PERMITS.computeIfAbsent(storage.mountPoint(),
                    _ -> new Semaphore(MAX_CONCURRENT, true));
            permits.acquire();
            try {
                rehash(candidates, progress).forEach(good::set);
            } finally {
                permits.release();
            }
        }
        return good;
    }

    /**
     * Hashes these pieces, and records the good ones with their files' stamps of before: a file that
     * changes while it is read is found changed at the next check.
     */
    public List<Integer> rehash(Bitfield pieces, HashProgress progress)
            throws IOException, InterruptedException {
        Map<Integer, FileStamp> stamps = stamps(pieces);
        Bitfield good = new HashChecker(metainfo, storage, progress).verify(pieces).good();
        List<Integer> found = good.pieces().boxed().toList();
        if (!found.isEmpty()) {
            // The bytes may be in the page cache only, written by a process that was killed.
            storage.sync(layout.filesOf(good));
            journal.recordVerified(found, stamps);
        }
        return found;
    }

    private Map<Integer, FileStamp> stamps(Bitfield pieces) throws IOException {
        var stamps = new HashMap<Integer, FileStamp>();
        for (int file : layout.filesOf(pieces)) {
            storage.stamp(file).ifPresent(stamp -> stamps.put(file, stamp));
        }
        return stamps;
    }

    /** The pieces to hash: those that are not trusted, and of which no file is missing. */
    private Bitfield candidates(Bitfield trusted) throws IOException {
        var candidates = Bitfield.full(trusted.size());
        trusted.pieces().forEach(candidates::clear);
        for (int file : missingFiles()) {
            layout.piecesOf(file).forEach(candidates::clear);
        }
        return candidates;
    }

    private List<Integer> missingFiles() throws IOException {
        var missing = new ArrayList<Integer>();
        for (int file = 0; file < layout.files().size(); file++) {
            if (!layout.files().get(file).isPadding() && storage.stamp(file).isEmpty()) {
                missing.add(file);
            }
        }
        return missing;
    }
}

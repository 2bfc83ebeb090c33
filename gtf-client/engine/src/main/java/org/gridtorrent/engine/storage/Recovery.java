package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;

/** Finds out after a start which pieces are had. */
final class Recovery {
    /**
     * Contents of a file system that are looked through at a time after a start: more would take memory
     * for each, and only make the disk's head wander.
     */
    private static final int AT_A_TIME = 2;
    private static final Map<Path, Semaphore> TURNS = new ConcurrentHashMap<>();

    private final FileLayout layout;
    private final Metainfo metainfo;
    private final Storage storage;
    private final ResumeJournal journal;

    Recovery(Metainfo metainfo, Storage storage, ResumeJournal journal) {
        this.layout = new FileLayout(metainfo);
        this.metainfo = metainfo;
        this.storage = storage;
        this.journal = journal;
    }

    Bitfield run(HashProgress progress) throws IOException, InterruptedException {
        Bitfield had = journal.trusted(storage);
        List<Integer> doubtful = journal.recorded().pieces().filter(piece -> !had.has(piece))
                .boxed().toList();
        if (!doubtful.isEmpty()) {
            // Before anything vouches for their files again.
            journal.lost(doubtful);
        }
        Bitfield candidates = candidates(had);
        if (!candidates.isEmpty()) {
            Semaphore turns = TURNS.computeIfAbsent(storage.mountPoint(),
                    _ -> new Semaphore(AT_A_TIME, true));
            turns.acquire();
            try {
                rehash(candidates, progress).forEach(had::set);
            } finally {
                turns.release();
            }
        }
        return had;
    }

    /**
     * Hashes these pieces, and records those that are good, with their files' stamps of before: a
     * file that changes while it is read is found changed when next looked at.
     */
    List<Integer> rehash(Bitfield pieces, HashProgress progress)
            throws IOException, InterruptedException {
        Map<Integer, FileStamp> stamps = stamps(pieces);
        Bitfield good = new PieceVerifier(metainfo, storage, progress).verify(pieces).good();
        List<Integer> found = good.pieces().boxed().toList();
        if (!found.isEmpty()) {
            // What was hashed may have been in memory only, written by a process that was killed.
            storage.sync(filesOf(good));
            journal.had(found, stamps);
        }
        return found;
    }

    private Map<Integer, FileStamp> stamps(Bitfield pieces) throws IOException {
        var stamps = new HashMap<Integer, FileStamp>();
        for (int file : filesOf(pieces)) {
            storage.stamp(file).ifPresent(stamp -> stamps.put(file, stamp));
        }
        return stamps;
    }

    /** The files on disk that are no longer as they were recorded. */
    List<Integer> changedFiles() throws IOException {
        return changed(IntStream.range(0, layout.files().size()).boxed().toList());
    }

    /** Of those that hold these pieces, the files that are no longer as they were recorded. */
    List<Integer> changedFilesOf(Bitfield pieces) throws IOException {
        return changed(filesOf(pieces));
    }

    private List<Integer> changed(Collection<Integer> files) throws IOException {
        var changed = new ArrayList<Integer>();
        for (int file : files) {
            if (isChanged(file)) {
                changed.add(file);
            }
        }
        return changed;
    }

    boolean isChanged(int file) throws IOException {
        return !layout.files().get(file).padding() && journal.isRecorded(file)
                && !journal.isUnchanged(file, storage);
    }

    /** Pieces to hash: not vouched for, and every file that holds them has some bytes. */
    private Bitfield candidates(Bitfield had) throws IOException {
        var candidates = Bitfield.full(had.size());
        had.pieces().forEach(candidates::clear);
        for (int file : absentFiles()) {
            layout.piecesOf(file).forEach(candidates::clear);
        }
        return candidates;
    }

    private List<Integer> absentFiles() throws IOException {
        var absent = new ArrayList<Integer>();
        for (int file = 0; file < layout.files().size(); file++) {
            if (!layout.files().get(file).padding() && storage.stamp(file).isEmpty()) {
                absent.add(file);
            }
        }
        return absent;
    }

    private Set<Integer> filesOf(Bitfield pieces) {
        var files = new TreeSet<Integer>();
        pieces.pieces().forEach(piece -> layout.filesOf(piece).forEach(files::add));
        return files;
    }
}

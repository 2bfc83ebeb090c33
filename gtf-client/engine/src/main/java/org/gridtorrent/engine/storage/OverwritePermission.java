package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * That what lies at the places of a content's files is the content's, and may be written over and cut.
 * Made once, before anything is written, and remembered by a file beside the journal: so that what was
 * fetched in part and torn is gone on with, and what somebody else put there is not lost.
 *
 * <p>A file is the content's when it is not longer and a piece of it matches, or when there is nothing
 * in it but zeros, as other clients make files before they fetch them.
 */
public final class OverwritePermission {
    private static final String NAME = "claimed";

    private final FileLayout layout;
    private final Metainfo metainfo;
    private final FileStorage storage;
    private final ResumeJournal journal;

    private OverwritePermission(Metainfo metainfo, FileStorage storage, ResumeJournal journal) {
        this.layout = new FileLayout(metainfo);
        this.metainfo = metainfo;
        this.storage = storage;
        this.journal = journal;
    }

    /**
     * Makes the claim if it was not made before. Throws a {@link FileConflictException} when something
     * lies there that is not the content's, and then has changed nothing.
     */
    public static void make(Metainfo metainfo, FileStorage storage, ResumeJournal journal,
            Path stateDirectory, HashProgress progress) throws IOException, InterruptedException {
        if (!isRecorded(stateDirectory)) {
            new OverwritePermission(metainfo, storage, journal).check(progress);
            record(stateDirectory);
        }
    }

    public static boolean isRecorded(Path stateDirectory) {
        return Files.exists(stateDirectory.resolve(NAME));
    }

    /** Makes the claim whatever lies there: somebody says so. */
    public static void record(Path stateDirectory) throws IOException {
        Files.createDirectories(stateDirectory);
        try {
            Files.createFile(stateDirectory.resolve(NAME));
        } catch (FileAlreadyExistsException e) {
            return;
        }
        try (FileChannel folder = FileChannel.open(stateDirectory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private void check(HashProgress progress) throws IOException, InterruptedException {
        Bitfield good = journal.trusted(storage);
        List<Integer> doubtful = new ArrayList<>();
        for (int file = 0; file < layout.files().size(); file++) {
            if (isDoubtful(file, good)) {
                doubtful.add(file);
            }
        }
        Bitfield found = new PieceVerifier(metainfo, storage, progress).verify(piecesOf(doubtful))
                .good();
        for (int file : doubtful) {
            if (layout.piecesOf(file).noneMatch(found::has) && !storage.isBlank(file)) {
                throw storage.inTheWay(file);
            }
        }
    }

    /** Whether it takes a look inside to tell whose the file is. */
    private boolean isDoubtful(int index, Bitfield good) throws IOException {
        MetainfoFile file = layout.files().get(index);
        Optional<FileStamp> stamp = file.padding() ? Optional.empty() : storage.stamp(index);
        long length = stamp.map(FileStamp::length).orElse(0L);
        if (length > file.length()) {
            throw storage.inTheWay(index);
        }
        return length > 0 && layout.piecesOf(index).noneMatch(good::has);
    }

    private Bitfield piecesOf(List<Integer> files) {
        Bitfield pieces = new Bitfield(layout.pieces().pieceCount());
        files.forEach(file -> layout.piecesOf(file).forEach(pieces::set));
        return pieces;
    }
}

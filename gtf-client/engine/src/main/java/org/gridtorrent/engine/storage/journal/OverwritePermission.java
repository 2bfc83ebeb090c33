package org.gridtorrent.engine.storage.journal;

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
import org.gridtorrent.engine.storage.files.FileConflictException;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.engine.storage.files.HashChecker;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * Permission to write over and truncate the files that lie at a content's paths.
 *
 * <p>Granted once, before anything is written, and recorded by a file beside the journal: a partial
 * download is resumed after a crash, and files that the user put there are not lost. A file counts as the
 * content's when it is not longer and a piece of it matches, or when it holds nothing but zeros, as other
 * clients preallocate files. For the thread that opens the store.
 */
public final class OverwritePermission {
    private static final String FILE_NAME = "claimed";

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
     * Grants the permission unless it was granted before.
     *
     * @throws FileConflictException when a file is not the content's; nothing was changed then
     */
    public static void checkAndGrant(Metainfo metainfo, FileStorage storage, ResumeJournal journal,
            Path stateDirectory, HashProgress progress) throws IOException, InterruptedException {
        if (!isGranted(stateDirectory)) {
            new OverwritePermission(metainfo, storage, journal).check(progress);
            grant(stateDirectory);
        }
    }

    public static boolean isGranted(Path stateDirectory) {
        return Files.exists(stateDirectory.resolve(FILE_NAME));
    }

    /** Grants the permission unchecked: the caller knows whose the files are. */
    public static void grant(Path stateDirectory) throws IOException {
        Files.createDirectories(stateDirectory);
        try {
            Files.createFile(stateDirectory.resolve(FILE_NAME));
        } catch (FileAlreadyExistsException e) {
            return;
        }
        try (FileChannel folder = FileChannel.open(stateDirectory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private void check(HashProgress progress) throws IOException, InterruptedException {
        Bitfield good = journal.trustedPieces(storage);
        List<Integer> doubtful = new ArrayList<>();
        for (int file = 0; file < layout.files().size(); file++) {
            if (isDoubtful(file, good)) {
                doubtful.add(file);
            }
        }
        Bitfield found = new HashChecker(metainfo, storage, progress)
                .verify(layout.piecesOf(doubtful))
                .good();
        for (int file : doubtful) {
            if (layout.piecesOf(file).noneMatch(found::has) && !storage.isAllZeros(file)) {
                throw storage.conflict(file);
            }
        }
    }

    /** Whether only its bytes can tell whose the file is. */
    private boolean isDoubtful(int index, Bitfield good) throws IOException {
        MetainfoFile file = layout.files().get(index);
        Optional<FileStamp> stamp = file.isPadding() ? Optional.empty() : storage.stamp(index);
        long length = stamp.map(FileStamp::length).orElse(0L);
        if (length > file.length()) {
            throw storage.conflict(index);
        }
        return length > 0 && layout.piecesOf(index).noneMatch(good::has);
    }
}

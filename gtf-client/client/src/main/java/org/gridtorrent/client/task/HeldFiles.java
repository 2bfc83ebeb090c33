package org.gridtorrent.client.task;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;

/** Deletes what was fetched, and nothing else: other files in its folders stay, and so do these. */
final class HeldFiles {
    private HeldFiles() {}

    static void delete(Holding holding) throws IOException {
        for (MetainfoFile file : holding.metainfo().files()) {
            Path path = file.path().under(holding.directory());
            if (!file.isPadding() && liesThere(path, holding.directory())) {
                Files.deleteIfExists(path);
                deleteEmptyFolders(path.getParent(), holding.directory());
            }
        }
    }

    /** Not through a link that somebody put in the place of a folder since. */
    private static boolean liesThere(Path path, Path directory) throws IOException {
        for (Path folder = path.getParent(); folder != null
                && !folder.equals(directory); folder = folder.getParent()) {
            if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) {
                return false;
            }
        }
        return true;
    }

    private static void deleteEmptyFolders(@Nullable Path from, Path directory)
            throws IOException {
        for (Path folder = from; folder != null
                && !folder.equals(directory); folder = folder.getParent()) {
            try {
                Files.deleteIfExists(folder); // an interrupted attempt may have done so
            } catch (DirectoryNotEmptyException e) {
                return;
            }
        }
    }
}

package org.gridtorrent.client.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/** Whether a content's files are there with the lengths that they should have; no byte of them is read. */
public final class FileLengths {
    private FileLengths() {}

    /** The first file that is missing, shorter or longer. */
    public static Optional<Path> firstWrong(Metainfo metainfo, Path directory,
            LinkOption... links) {
        for (MetainfoFile file : metainfo.files()) {
            Path path = file.path().under(directory);
            if (!file.isPadding() && !isThere(path, file.length(), links)) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    private static boolean isThere(Path path, long length, LinkOption... links) {
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class, links);
            return attributes.isRegularFile() && attributes.size() == length;
        } catch (IOException e) {
            return false; // not there, or not to be read
        }
    }
}

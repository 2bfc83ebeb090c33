package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Attributes by which a change of a file is noticed.
 *
 * @param length in bytes
 * @param modifiedNs time of the last change, in nanoseconds since 1970
 * @param inode 0 where the file system has none
 */
public record FileStamp(long length, long modifiedNs, long inode) {
    /** A stamp that no file has. */
    public static final FileStamp NONE = new FileStamp(-1, 0, 0);

    static Optional<FileStamp> of(Path file, LinkOption... options) throws IOException {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class, options);
            if (!attributes.isRegularFile()) {
                return Optional.empty();
            }
            long modifiedNs = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
            return Optional.of(new FileStamp(attributes.size(), modifiedNs, inode(file, options)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static long inode(Path file, LinkOption... options) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return 0;
        }
        return Files.getAttribute(file, "unix:ino", options) instanceof Long inode ? inode : 0;
    }
}

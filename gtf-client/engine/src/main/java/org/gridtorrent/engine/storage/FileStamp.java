package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What tells that a file is the one it was: length in bytes, time of the last change in nanoseconds
 * since 1970, and the inode's number (0 where the file system has none).
 */
public record FileStamp(long length, long modifiedNs, long inode) {
    /** What no file has. */
    static final FileStamp NEVER = new FileStamp(-1, 0, 0);

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

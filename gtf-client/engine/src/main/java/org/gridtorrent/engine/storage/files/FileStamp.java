package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
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

    /** By one system call where the file system has inodes: this is asked for every file of a content. */
    static Optional<FileStamp> of(Path file, LinkOption... options) throws IOException {
        try {
            return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                    ? ofUnix(Files.readAttributes(file,
                            "unix:isRegularFile,size,lastModifiedTime,ino", options))
                    : ofBasic(Files.readAttributes(file, BasicFileAttributes.class, options));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static Optional<FileStamp> ofUnix(Map<String, Object> attributes) {
        return Boolean.TRUE.equals(attributes.get("isRegularFile"))
                && attributes.get("size") instanceof Long size
                && attributes.get("lastModifiedTime") instanceof FileTime modified
                && attributes.get("ino") instanceof Long inode
                        ? Optional.of(new FileStamp(size, modified.to(TimeUnit.NANOSECONDS), inode))
                        : Optional.empty();
    }

    private static Optional<FileStamp> ofBasic(BasicFileAttributes attributes) {
        return attributes.isRegularFile()
                ? Optional.of(new FileStamp(attributes.size(),
                        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS), 0))
                : Optional.empty();
    }
}

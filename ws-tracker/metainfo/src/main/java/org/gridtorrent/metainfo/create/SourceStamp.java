package org.gridtorrent.metainfo.create;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Attributes that show a published file to be, byte for byte, the one that was hashed.
 *
 * @param length in bytes
 * @param modifiedNs last change of its bytes, in nanoseconds since 1970
 * @param changedNs last change of its inode, which no program can set back, in nanoseconds since 1970
 */
public record SourceStamp(long length, long modifiedNs, long changedNs, long inode, long device) {
    /** Resolution of the coarsest file system's clock: a younger file may change and keep its stamp. */
    private static final Duration CLOCK_RESOLUTION = Duration.ofSeconds(2);

    /** The file's stamp; empty where the file system lacks the attributes, and when it changed just now. */
    static Optional<SourceStamp> of(Path file, Instant now) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return Optional.empty();
        }
        Map<String, Object> attributes = Files.readAttributes(file,
                "unix:size,lastModifiedTime,ctime,ino,dev");
        if (attributes.get("size") instanceof Long length
                && attributes.get("lastModifiedTime") instanceof FileTime modified
                && attributes.get("ctime") instanceof FileTime changed
                && attributes.get("ino") instanceof Long inode
                && attributes.get("dev") instanceof Long device
                && changed.toInstant().isBefore(now.minus(CLOCK_RESOLUTION))) {
            return Optional.of(new SourceStamp(length, modified.to(TimeUnit.NANOSECONDS),
                    changed.to(TimeUnit.NANOSECONDS), inode, device));
        }
        return Optional.empty();
    }
}

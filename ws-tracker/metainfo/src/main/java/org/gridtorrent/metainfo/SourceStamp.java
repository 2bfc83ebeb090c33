package org.gridtorrent.metainfo;

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
 * What tells that a published file is, byte for byte, the one that was hashed: length in bytes, times of
 * the last change of its bytes and of its inode (which no program can set back) in nanoseconds since
 * 1970, inode and device.
 */
public record SourceStamp(long length, long modifiedNs, long changedNs, long inode, long device) {
    /** The clocks of file systems are as coarse as this: what is younger may change and look the same. */
    private static final Duration COARSEST = Duration.ofSeconds(2);

    /** Empty where the file system tells too little, and of a file that changed just now. */
    static Optional<SourceStamp> of(Path file, Instant now) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return Optional.empty();
        }
        Map<String, Object> told = Files.readAttributes(file,
                "unix:size,lastModifiedTime,ctime,ino,dev");
        if (told.get("size") instanceof Long length
                && told.get("lastModifiedTime") instanceof FileTime modified
                && told.get("ctime") instanceof FileTime changed
                && told.get("ino") instanceof Long inode && told.get("dev") instanceof Long device
                && changed.toInstant().isBefore(now.minus(COARSEST))) {
            return Optional.of(new SourceStamp(length, modified.to(TimeUnit.NANOSECONDS),
                    changed.to(TimeUnit.NANOSECONDS), inode, device));
        }
        return Optional.empty();
    }
}

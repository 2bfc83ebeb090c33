package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Thrown when the disk has no room for a content's bytes, or for one more file.
 *
 * <p>What was synced before stays good; writing may be retried.
 */
public final class DiskFullException extends IOException {
    /** A write that fails with less free is taken for a full disk. */
    private static final long NO_ROOM_BYTES = 64 * 1024;

    private final transient Path path;
    private final boolean hasFreeBytes;

    public DiskFullException(Path path, IOException cause) {
        this(path, false, cause);
    }

    private DiskFullException(Path path, boolean hasFreeBytes, IOException cause) {
        super(path + (hasFreeBytes ? ": no inodes or no quota left" : ": no space left"), cause);
        this.path = path;
        this.hasFreeBytes = hasFreeBytes;
    }

    /** The file or folder that could not be written. */
    public Path path() {
        return path;
    }

    /** Whether bytes are free: the disk's inodes or a quota are used up. */
    public boolean hasFreeBytes() {
        return hasFreeBytes;
    }

    /**
     * Turns an error that means a full disk into this exception, and returns any other as it is. The
     * platform names the error in a message of its own language alone, so the file system is asked too.
     */
    public static IOException classify(Path where, IOException error) {
        if (error instanceof DiskFullException) {
            return error;
        }
        boolean hasRoom = roomBytes(where) >= NO_ROOM_BYTES;
        String message = String.valueOf(error.getMessage());
        if (message.contains("quota exceeded") || (hasRoom && message.contains("No space left"))) {
            return new DiskFullException(where, true, error);
        }
        return !hasRoom && (message.contains("No space left") || !isAboutTheName(error))
                ? new DiskFullException(where, error)
                : error;
    }

    private static boolean isAboutTheName(IOException error) {
        return error instanceof FileSystemException
                && error.getClass() != FileSystemException.class;
    }

    private static long roomBytes(Path where) {
        Path existing = where;
        while (Files.notExists(existing)) {
            Path parent = existing.getParent();
            if (parent == null) {
                return Long.MAX_VALUE;
            }
            existing = parent;
        }
        try {
            return Files.getFileStore(existing).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE; // unknown: the error stays as it is
        }
    }
}

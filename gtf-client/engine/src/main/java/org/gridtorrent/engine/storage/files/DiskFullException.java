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

    public DiskFullException(Path where, IOException cause) {
        this("the disk that holds " + where + " is full", cause);
    }

    private DiskFullException(String message, IOException cause) {
        super(message, cause);
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
            return new DiskFullException("the disk that holds " + where + " takes no"
                    + " more, though bytes are free: its inodes or a quota may be used up", error);
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

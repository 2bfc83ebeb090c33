package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * There is no room for a content's bytes, or for one more file. What was synced before stays good;
 * writing may go on when there is room.
 */
public final class DiskFullException extends IOException {
    /** Less free than this, and a failed write is put down to it. */
    private static final long NO_ROOM_BYTES = 64 * 1024;

    public DiskFullException(Path where, IOException cause) {
        this("the disk that holds " + where + " is full", cause);
    }

    private DiskFullException(String message, IOException cause) {
        super(message, cause);
    }

    /**
     * This error as one that tells of a full disk, when it does; otherwise itself. The platform tells only by
     * the message, in its own language: so ask the file system too.
     */
    public static IOException orSame(Path where, IOException error) {
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
            return Long.MAX_VALUE; // nothing known: the error stays what it is
        }
    }
}

package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Descriptions of file errors, for those whose own message is the path alone. */
public final class FileErrors {
    private FileErrors() {}

    public static String describe(IOException error) {
        return switch (error) {
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case NoSuchFileException missing -> missing.getFile() + ": no such file or folder";
            default -> String.valueOf(error.getMessage());
        };
    }
}

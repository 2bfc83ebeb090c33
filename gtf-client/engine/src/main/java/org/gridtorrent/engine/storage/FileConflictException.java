package org.gridtorrent.engine.storage;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** At the place of a content's file lies another, which nothing shows to be the content's: it is left alone. */
public final class FileConflictException extends FileSystemException {
    private static final long serialVersionUID = 1;

    FileConflictException(Path file) {
        super(file.toString());
    }

    @Override
    public String getMessage() {
        return getFile() + " is in the way: it has other content, and is left as it is";
    }
}

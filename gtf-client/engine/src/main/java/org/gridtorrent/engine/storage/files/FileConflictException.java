package org.gridtorrent.engine.storage.files;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Thrown when another file lies at the path of a content's file; it is left as it is. */
public final class FileConflictException extends FileSystemException {
    private static final long serialVersionUID = 1;

    FileConflictException(Path file) {
        super(file.toString(), null, "has other content");
    }
}

package org.gridtorrent.fuse.system;

import java.io.IOException;

/** Failure of a file operation with the error number that the program gets. */
public final class ErrnoException extends IOException {
    private static final long serialVersionUID = 1;

    private final Errno errno;

    public ErrnoException(Errno errno) {
        super(errno.description());
        this.errno = errno;
    }

    public Errno errno() {
        return errno;
    }
}

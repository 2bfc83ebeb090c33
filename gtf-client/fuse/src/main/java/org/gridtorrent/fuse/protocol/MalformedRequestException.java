package org.gridtorrent.fuse.protocol;

import org.gridtorrent.fuse.system.Errno;

/** Request that is too short, whose fields contradict each other, or whose name cannot be one. */
public final class MalformedRequestException extends Exception {
    private static final long serialVersionUID = 1;

    private final Errno errno;

    MalformedRequestException(String message) {
        this(message, Errno.EINVAL);
    }

    MalformedRequestException(String message, Errno errno) {
        super(message);
        this.errno = errno;
    }

    /** What to answer. */
    public Errno errno() {
        return errno;
    }
}

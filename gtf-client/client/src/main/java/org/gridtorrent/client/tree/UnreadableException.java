package org.gridtorrent.client.tree;

import java.io.IOException;

/** Failure to read a file of the tree, with its reason. */
public final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1;

    /** Why a file cannot be read; each has the error of POSIX that a program is to see. */
    public enum Reason {
        /** EACCES: the user's right was taken away, or has come to its end. */
        FORBIDDEN,
        /** ESTALE: the owner withdrew the data set. */
        WITHDRAWN,
        /** EIO: nobody who has the bytes can be reached. */
        NO_HOLDER,
        /** EIO: all holders send bytes that do not match their hash. */
        CORRUPT,
        /** EIO: a disk of this machine failed, or has no room for the cache. */
        LOCAL
    }

    private final Reason reason;

    public UnreadableException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public UnreadableException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}

package org.gridtorrent.metainfo;

import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;

/** Thrown when bytes, a name or a folder cannot make a metainfo; the message is one line for the user. */
public class MetainfoException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient TaskReason reason;

    public MetainfoException(String message) {
        this(message, (Throwable) null);
    }

    public MetainfoException(String message, @Nullable Throwable cause) {
        this(message, TaskReason.of(ReasonCode.ERROR, message), cause);
    }

    /** The same for programs, and to be said in other languages. */
    public MetainfoException(String message, TaskReason reason) {
        this(message, reason, null);
    }

    public MetainfoException(String message, TaskReason reason, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public TaskReason reason() {
        return reason;
    }
}

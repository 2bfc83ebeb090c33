package org.gridtorrent.metainfo;

import org.jspecify.annotations.Nullable;

/** Thrown when bytes, a name or a folder cannot make a metainfo; the message is one line for the user. */
public class MetainfoException extends Exception {
    public MetainfoException(String message) {
        super(message);
    }

    public MetainfoException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

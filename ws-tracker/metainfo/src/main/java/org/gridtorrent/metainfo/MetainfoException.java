package org.gridtorrent.metainfo;

/** Thrown when bytes, a name or a folder cannot make a metainfo; the message is one line for the user. */
public final class MetainfoException extends Exception {
    public MetainfoException(String message) {
        super(message);
    }

    public MetainfoException(String message, Throwable cause) {
        super(message, cause);
    }
}

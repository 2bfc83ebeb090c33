package org.gridtorrent.metainfo;

/**
 * Bytes, a name or a folder that cannot be a content's metainfo. The message is one line for a
 * person: what is wrong, and with what.
 */
public final class MetainfoException extends Exception {
    public MetainfoException(String message) {
        super(message);
    }

    public MetainfoException(String message, Throwable cause) {
        super(message, cause);
    }
}

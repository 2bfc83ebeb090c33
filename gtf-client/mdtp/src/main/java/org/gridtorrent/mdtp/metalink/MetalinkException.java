package org.gridtorrent.mdtp.metalink;

/** Thrown when bytes are no Metalink that can be read; the message is one line for the user. */
public final class MetalinkException extends Exception {
    private static final long serialVersionUID = 1;

    MetalinkException(String message) {
        super(message);
    }
}

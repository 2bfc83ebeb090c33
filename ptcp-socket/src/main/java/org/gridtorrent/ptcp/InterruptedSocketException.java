package org.gridtorrent.ptcp;

import java.io.InterruptedIOException;

/** Tells a socket that its waiting virtual thread was interrupted; {@link java.net.Socket} then closes itself. */
final class InterruptedSocketException extends InterruptedIOException {
    private static final long serialVersionUID = 1;

    InterruptedSocketException() {
        super("Closed by interrupt");
    }
}

package org.gridtorrent.ptcp.net;

import java.io.InterruptedIOException;

/** Tells a socket that its waiting virtual thread was interrupted; {@link java.net.Socket} then closes itself. */
public final class InterruptedSocketException extends InterruptedIOException {
    private static final long serialVersionUID = 1;

    public InterruptedSocketException() {
        super("Closed by interrupt");
    }
}

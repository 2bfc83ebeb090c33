package org.gridtorrent.ptcp.net;

import java.io.InterruptedIOException;

/** Says that the waiting virtual thread of a socket was interrupted; {@link java.net.Socket} closes itself then. */
public final class InterruptedSocketException extends InterruptedIOException {
    private static final long serialVersionUID = 1;

    public InterruptedSocketException() {
        super("Closed by interrupt");
    }
}

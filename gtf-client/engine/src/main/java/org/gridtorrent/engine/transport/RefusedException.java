package org.gridtorrent.engine.transport;

import java.io.IOException;

/** Refusal by the gate of one side to admit the other; the message says which side, and why if known. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message) {
        super(message);
    }
}

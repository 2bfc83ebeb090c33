package org.gridtorrent.engine.transport;

import java.io.IOException;

/** The gate at one end did not admit the other; it says which, and why as far as that is known. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message) {
        super(message);
    }
}

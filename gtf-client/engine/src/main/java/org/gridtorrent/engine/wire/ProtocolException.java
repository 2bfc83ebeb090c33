package org.gridtorrent.engine.wire;

import java.io.IOException;

/** A peer broke the protocol: its connection is closed, and nothing else. */
public final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    public ProtocolException(String message) {
        super(message);
    }
}

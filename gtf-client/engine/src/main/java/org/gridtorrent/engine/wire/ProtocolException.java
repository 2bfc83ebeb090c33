package org.gridtorrent.engine.wire;

import java.io.IOException;

/** Violation of the protocol by a peer, which closes its connection and nothing else. */
public final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    public ProtocolException(String message) {
        super(message);
    }
}

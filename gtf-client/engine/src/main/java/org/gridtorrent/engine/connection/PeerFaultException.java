package org.gridtorrent.engine.connection;

import java.io.IOException;
import org.gridtorrent.engine.peers.PeerFault;

/** Thrown, or reported, when a connection ends by a fault that has a name. */
public final class PeerFaultException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient PeerFault fault;

    public PeerFaultException(PeerFault fault, String detail) {
        super(detail);
        this.fault = fault;
    }

    public PeerFault fault() {
        return fault;
    }
}

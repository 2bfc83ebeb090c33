package org.gridtorrent.engine.transport;

import org.gridtorrent.metainfo.InfoHash;

/** Plain BitTorrent: admits everybody to every content that the engine holds. */
public final class OpenGate implements Gate {

    @Override
    public Connection outgoing(Connection raw, InfoHash content) {
        return raw;
    }

    @Override
    public Incoming incoming(Connection raw) {
        return new Incoming(raw, content -> true);
    }

    @Override
    public boolean stillAdmitted(Connection connection, InfoHash content) {
        return true;
    }

    @Override
    public boolean isOpen() {
        return true;
    }
}

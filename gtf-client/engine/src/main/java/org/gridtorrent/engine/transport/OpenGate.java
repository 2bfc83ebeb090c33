package org.gridtorrent.engine.transport;

import java.io.IOException;
import org.gridtorrent.metainfo.InfoHash;

/** Gate of plain BitTorrent, which admits every peer to every torrent of the engine. */
public final class OpenGate implements Gate {

    @Override
    public Connection outgoing(Connection raw, InfoHash content, byte[] handshake)
            throws IOException {
        raw.output().write(handshake);
        raw.output().flush();
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

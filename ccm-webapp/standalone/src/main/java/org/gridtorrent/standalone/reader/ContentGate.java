package org.gridtorrent.standalone.reader;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.RefusedException;
import org.gridtorrent.metainfo.InfoHash;

/** Leads to the gate of each content that is read now. The site lets nobody in. */
final class ContentGate implements Gate {
    private final Function<InfoHash, Optional<Gate>> gates;

    ContentGate(Function<InfoHash, Optional<Gate>> gates) {
        this.gates = gates;
    }

    @Override
    public Connection outgoing(Connection raw, InfoHash content, byte[] handshake)
            throws IOException {
        Optional<Gate> gate = gates.apply(content);
        if (gate.isEmpty()) {
            raw.close();
            throw new RefusedException("the site does not read " + content);
        }
        return gate.get().outgoing(raw, content, handshake);
    }

    @Override
    public Incoming incoming(Connection raw) throws IOException {
        raw.close();
        throw new RefusedException("the site is called by no peer");
    }

    @Override
    public boolean stillAdmitted(Connection connection, InfoHash content) {
        return gates.apply(content).filter(gate -> gate.stillAdmitted(connection, content))
                .isPresent();
    }
}

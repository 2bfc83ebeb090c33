package org.gridtorrent.ptcp.handshake;

import java.io.ByteArrayInputStream;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.session.Session;

/** A connection that waits for {@code accept}. */
public sealed interface AcceptedConnection {
    /** Resets it: the peer must not take this for an empty answer. */
    void reset();

    /** A PTCP session, whose threads run. */
    record Ptcp(Session session) implements AcceptedConnection {
        @Override
        public void reset() {
            session.abort();
        }
    }

    /**
     * A connection of another protocol.
     *
     * @param firstBytes what the handshake read before it knew
     */
    record Plain(Channel channel, ByteArrayInputStream firstBytes) implements AcceptedConnection {
        @Override
        public void reset() {
            channel.close(true);
        }
    }
}

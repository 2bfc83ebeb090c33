package org.gridtorrent.ptcp.handshake;

import java.io.ByteArrayInputStream;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.session.Session;

/** Connection that waits for {@code accept}: a PTCP session, or one of another protocol. */
public sealed interface AcceptedConnection {
    /** Resets the connection, which the peer cannot take for an empty answer. */
    void reset();

    /** Open PTCP session, whose threads run. */
    record Ptcp(Session session) implements AcceptedConnection {
        @Override
        public void reset() {
            session.abort();
        }
    }

    /**
     * Connection of another protocol.
     *
     * @param firstBytes the bytes that the handshake has read
     */
    record Plain(Channel channel, ByteArrayInputStream firstBytes) implements AcceptedConnection {
        @Override
        public void reset() {
            channel.close(true);
        }
    }
}

package org.gridtorrent.ptcp;

import java.io.ByteArrayInputStream;

/** A connection that waits for {@code accept}. */
sealed interface AcceptedConnection {
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

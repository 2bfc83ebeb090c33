package org.gridtorrent.engine.connection;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * Listener for the connections of a swarm.
 *
 * <p>Called on the connections' own threads. {@link #received} may block, which slows the peer down.
 */
public interface ConnectionListener {

    /**
     * A read of the peer's socket brought these messages.
     *
     * @param bytes memory that they take
     */
    void received(int peer, List<PeerMessage> messages, long bytes);

    /** The connection is closed; by a {@code ProtocolException} when the peer is at fault. */
    void disconnected(int peer, IOException why);

    /** A connection to the address is open; the handshake is still to come. */
    void opened(PeerAddress address);

    /**
     * A connection has passed gate and handshake.
     *
     * @param dialled null when the peer opened the connection
     */
    void connected(HandshakenPeer peer, @Nullable PeerAddress dialled);

    /** Dialling the address failed; no connection was made. */
    void dialFailed(PeerAddress address, IOException why);
}

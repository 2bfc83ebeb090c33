package org.gridtorrent.engine.connection;

import org.gridtorrent.engine.peers.PeerOrigin;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.Handshake;
import org.jspecify.annotations.Nullable;

/** A connection on which both handshakes were exchanged. */
public record HandshakenPeer(Connection connection, Handshake handshake) {

    PeerOrigin origin(@Nullable PeerAddress dialled) {
        return new PeerOrigin(handshake.peerId(), connection.remote(), connection.identity(),
                dialled, handshake.peerId().client());
    }
}

package org.gridtorrent.engine.connection;

import org.gridtorrent.engine.peers.PeerOrigin;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.Handshake;
import org.jspecify.annotations.Nullable;

/** Connection on which both sides have sent the handshake, with the peer's handshake. */
public record HandshakenPeer(Connection connection, Handshake handshake) {

    PeerOrigin origin(@Nullable PeerAddress dialled) {
        return new PeerOrigin(handshake.peerId(), connection.remote(), connection.identity(),
                dialled, handshake.peerId().client());
    }
}

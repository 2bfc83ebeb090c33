package org.gridtorrent.engine.swarm;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.PeerId;
import org.jspecify.annotations.Nullable;

/** The names of a peer: it answers under them for what it sent, when it has left, too. */
record PeerOrigin(PeerId id, InetSocketAddress remote, Optional<PeerIdentity> identity,
        @Nullable PeerAddress dialled, String client) {

    static PeerOrigin of(HandshakenPeer peer, @Nullable PeerAddress dialled) {
        return new PeerOrigin(peer.handshake().peerId(), peer.connection().remote(),
                peer.connection().identity(), dialled, peer.handshake().peerId().client());
    }

    static PeerOrigin of(PeerSession peer) {
        return new PeerOrigin(peer.handshake.peerId(), peer.link.remote(), peer.link.identity(),
                peer.dialled, peer.client);
    }
}

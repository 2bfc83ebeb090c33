package org.gridtorrent.engine.peers;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.PeerId;
import org.jspecify.annotations.Nullable;

/** Identifies the source of received blocks, also after it has disconnected. */
public record PeerOrigin(PeerId id, InetSocketAddress remote, Optional<PeerIdentity> identity,
        @Nullable PeerAddress dialled, String client) {}

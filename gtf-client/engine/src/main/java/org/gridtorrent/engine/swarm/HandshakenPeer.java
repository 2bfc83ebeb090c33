package org.gridtorrent.engine.swarm;

import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.wire.Handshake;

/** A connection on which both handshakes were exchanged. */
public record HandshakenPeer(Connection connection, Handshake handshake) {}

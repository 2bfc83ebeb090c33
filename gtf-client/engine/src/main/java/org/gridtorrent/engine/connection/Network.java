package org.gridtorrent.engine.connection;

import java.util.Map;
import org.gridtorrent.engine.limit.ConnectionLimit;
import org.gridtorrent.engine.peers.OwnAddresses;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.Transport;
import org.gridtorrent.engine.wire.PeerId;

/**
 * What the connections of all swarms of an engine share. Thread-safe.
 *
 * @param listenPort port that is announced to peers
 * @param transports by name
 * @param ownAddresses addresses at which peers know this machine
 */
public record Network(PeerId self, int listenPort, Gate gate, Map<String, Transport> transports,
        HandshakeTimeouts handshakeTimeouts, ConnectionLimit connectionLimit,
        OwnAddresses ownAddresses) {}

package org.gridtorrent.engine.swarm;

import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.limit.ConnectionLimit;
import org.gridtorrent.engine.limit.Limits;
import org.gridtorrent.engine.peers.OwnAddresses;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.Transport;
import org.gridtorrent.engine.wire.PeerId;

/**
 * What a swarm gets from the engine that holds it.
 *
 * @param clock nanoseconds, monotonic
 * @param random for this swarm alone
 * @param listenPort told to peers
 * @param transports by name
 * @param limits for all its swarms together
 * @param connections of all its swarms together
 * @param own by which addresses others know this machine
 */
public record SwarmContext(LongSupplier clock, RandomGenerator random, PeerId self, int listenPort,
        Gate gate, Map<String, Transport> transports, HandshakeTimeouts handshakeTimeouts,
        Limits limits,
        ConnectionLimit connections, OwnAddresses own) {}

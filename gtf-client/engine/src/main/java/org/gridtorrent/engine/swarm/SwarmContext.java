package org.gridtorrent.engine.swarm;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.connection.Network;
import org.gridtorrent.engine.limit.RateLimits;
import org.gridtorrent.engine.webseed.ReplicaClients;

/**
 * Services that a swarm gets from its engine.
 *
 * @param clock nanoseconds, monotonic
 * @param random used by this swarm alone
 * @param limits rate limits of all swarms together
 * @param webClients HTTP client for web seeds
 */
public record SwarmContext(LongSupplier clock, RandomGenerator random, Network network,
        RateLimits limits, ReplicaClients webClients) {}

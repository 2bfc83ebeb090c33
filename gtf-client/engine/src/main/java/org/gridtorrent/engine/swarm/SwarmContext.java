package org.gridtorrent.engine.swarm;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.connection.Network;
import org.gridtorrent.engine.limit.RateLimits;

/**
 * What a swarm gets from the engine that holds it.
 *
 * @param clock nanoseconds, monotonic
 * @param random for this swarm alone
 * @param limits rate limits for all swarms together
 */
public record SwarmContext(LongSupplier clock, RandomGenerator random, Network network,
        RateLimits limits) {}

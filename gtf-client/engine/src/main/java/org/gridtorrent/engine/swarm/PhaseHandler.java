package org.gridtorrent.engine.swarm;

import org.gridtorrent.engine.status.SwarmStatus;
/** Event handler of a swarm in one of its phases. Called on the swarm's thread. */
interface PhaseHandler {

    void handle(SwarmEvent event, long nowNs);

    /** Called after each batch of events; with {@code tick}, also does what is due by time alone. */
    void afterEvents(long nowNs, boolean tick);

    /** Time between ticks while no events arrive, in nanoseconds; longer while the swarm is idle. */
    long tickIntervalNs();

    /** Time until a rate limit allows the next request, in nanoseconds. */
    long rateLimitNs();

    SwarmStatus status(long nowNs);

    /** The last status, once the swarm has stopped. */
    SwarmStatus stoppedStatus(long nowNs);

    /** Closes all peers. */
    void close();
}

package org.gridtorrent.engine.swarm;

import org.gridtorrent.engine.status.SwarmStatus;
/** What a swarm's owner thread does with events, which differs with what is known of the content. */
interface PhaseHandler {

    void handle(SwarmEvent event, long nowNs);

    /** After each batch of events; with the tick, also what depends on time alone. */
    void settle(long nowNs, boolean tick);

    /**
     * How long after the last tick the next one is due, in nanoseconds, unless something happens
     * before: what stands still need not be looked at often.
     */
    long pauseNs();

    /** How long until a limit lets the next request go. */
    long limitNs();

    SwarmStatus status(long nowNs);

    /** The last one. */
    SwarmStatus stopped(long nowNs);

    void close();
}

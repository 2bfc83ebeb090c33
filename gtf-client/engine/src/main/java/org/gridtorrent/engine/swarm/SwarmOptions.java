package org.gridtorrent.engine.swarm;

import org.gridtorrent.engine.choke.ChokeMode;

/**
 * How a swarm behaves.
 *
 * @param readOnly the data is somebody's own, shared in place: it is never written to
 * @param uploadSlots how many peers are served at a time
 * @param maxPeers connections, whoever opened them
 */
public record SwarmOptions(boolean readOnly, ChokeMode chokeMode, int uploadSlots,
        int maxPeers) {

    /** For fetching, and for seeding what was fetched. */
    public static SwarmOptions fetching() {
        return new SwarmOptions(false, ChokeMode.COOPERATIVE, 40, 100);
    }

    /** For seeding somebody's own files in place. */
    public static SwarmOptions seedingInPlace() {
        return new SwarmOptions(true, ChokeMode.COOPERATIVE, 40, 100);
    }
}

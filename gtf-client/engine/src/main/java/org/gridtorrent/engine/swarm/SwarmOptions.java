package org.gridtorrent.engine.swarm;

import org.gridtorrent.engine.choke.ChokeMode;

/**
 * How a swarm behaves.
 *
 * @param readOnly the data is somebody's own, shared in place: it is never written to
 * @param forgetState check all existing data again, whatever the journal says
 * @param uploadSlots how many peers are served at a time
 * @param maxPeers connections, whoever opened them
 */
public record SwarmOptions(boolean readOnly, boolean forgetState, ChokeMode chokeMode,
        int uploadSlots, int maxPeers) {

    /** For fetching, and for seeding what was fetched. */
    public static SwarmOptions fetching() {
        return new SwarmOptions(false, false, ChokeMode.COOPERATIVE, 40, 100);
    }

    /** For seeding somebody's own files in place. */
    public static SwarmOptions seedingInPlace() {
        return new SwarmOptions(true, false, ChokeMode.COOPERATIVE, 40, 100);
    }

    public SwarmOptions withChokeMode(ChokeMode mode, int slots) {
        return new SwarmOptions(readOnly, forgetState, mode, slots, maxPeers);
    }

    public SwarmOptions withForgetState() {
        return new SwarmOptions(readOnly, true, chokeMode, uploadSlots, maxPeers);
    }
}

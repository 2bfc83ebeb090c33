package org.gridtorrent.engine.swarm;

import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.picker.FileSelection;

/**
 * How a swarm behaves.
 *
 * @param readOnly the data is somebody's own, shared in place: it is never written to
 * @param uploadSlots how many peers are served at a time, at most; among strangers, while content is
 * fetched, eight of them
 * @param maxPeers connections, whoever opened them
 * @param selection what of it is fetched, to begin with
 * @param sequential it is fetched in its own order, to begin with, not the rarest first: for who reads
 * along; a swarm of such peers is slower
 */
public record SwarmOptions(boolean readOnly, ChokeMode chokeMode, int uploadSlots,
        int maxPeers, FileSelection selection, boolean sequential) {

    /** For fetching, and for seeding what was fetched. */
    public static SwarmOptions fetching() {
        return new SwarmOptions(false, ChokeMode.COOPERATIVE, 40, 100,
                FileSelection.everything(), false);
    }

    /** For seeding somebody's own files in place. */
    public static SwarmOptions seedingInPlace() {
        return new SwarmOptions(true, ChokeMode.COOPERATIVE, 40, 100,
                FileSelection.everything(), false);
    }

    /** The same among peers that trade, each for itself. */
    public SwarmOptions amongStrangers() {
        return new SwarmOptions(readOnly, ChokeMode.BY_RATE, uploadSlots, maxPeers, selection,
                sequential);
    }

    public SwarmOptions selecting(FileSelection wanted) {
        return new SwarmOptions(readOnly, chokeMode, uploadSlots, maxPeers, wanted, sequential);
    }

    public SwarmOptions inOrder(boolean inOrder) {
        return new SwarmOptions(readOnly, chokeMode, uploadSlots, maxPeers, selection, inOrder);
    }
}

package org.gridtorrent.engine.swarm;

import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.picker.FileSelection;

/**
 * Options of a swarm.
 *
 * @param readOnly the data is shared in place and never written to
 * @param uploadSlots most peers unchoked at a time; with rate-based choking, eight while downloading
 * @param maxPeers most connections, whichever side opened them
 * @param selection files to download at first
 * @param sequential picks pieces in order at first, not the rarest first: for a user who reads along; a swarm
 * of such peers is slower
 */
public record SwarmOptions(boolean readOnly, ChokeMode chokeMode, int uploadSlots,
        int maxPeers, FileSelection selection, boolean sequential) {

    /** Downloads, then seeds. */
    public static SwarmOptions downloading() {
        return new SwarmOptions(false, ChokeMode.COOPERATIVE, 40, 100,
                FileSelection.everything(), false);
    }

    /** Seeds existing files in place. */
    public static SwarmOptions seedingInPlace() {
        return new SwarmOptions(true, ChokeMode.COOPERATIVE, 40, 100,
                FileSelection.everything(), false);
    }

    /** The same with rate-based choking (tit for tat), for peers that do not cooperate. */
    public SwarmOptions withRateBasedChoking() {
        return new SwarmOptions(readOnly, ChokeMode.BY_RATE, uploadSlots, maxPeers, selection,
                sequential);
    }

    public SwarmOptions withSelection(FileSelection wanted) {
        return new SwarmOptions(readOnly, chokeMode, uploadSlots, maxPeers, wanted, sequential);
    }

    public SwarmOptions withSequential(boolean now) {
        return new SwarmOptions(readOnly, chokeMode, uploadSlots, maxPeers, selection, now);
    }
}

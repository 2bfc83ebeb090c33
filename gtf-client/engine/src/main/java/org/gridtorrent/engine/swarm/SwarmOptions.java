package org.gridtorrent.engine.swarm;

import java.util.Set;
import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.download.DownloadMode;
import org.gridtorrent.engine.picker.FileSelection;

/**
 * Options of a swarm.
 *
 * @param mode what is downloaded
 * @param uploadSlots most peers unchoked at a time; with rate-based choking, eight while downloading
 * @param maxPeers most connections, whichever side opened them
 * @param selection files to download at first
 * @param sequential picks pieces in order at first, not the rarest first: for a user who reads along; a swarm
 * of such peers is slower
 * @param maxReadAhead bytes that a reader reads ahead at most
 */
public record SwarmOptions(DownloadMode mode, ChokeMode chokeMode, int uploadSlots,
        int maxPeers, FileSelection selection, boolean sequential, long maxReadAhead) {
    private static final long MAX_READ_AHEAD = 256L << 20;

    /** Downloads, then seeds. */
    public static SwarmOptions downloading() {
        return new SwarmOptions(DownloadMode.SELECTED, ChokeMode.COOPERATIVE, 40, 100,
                FileSelection.everything(), false, MAX_READ_AHEAD);
    }

    /** Seeds existing files in place. */
    public static SwarmOptions seedingInPlace() {
        return new SwarmOptions(DownloadMode.NOTHING, ChokeMode.COOPERATIVE, 40, 100,
                FileSelection.everything(), false, MAX_READ_AHEAD);
    }

    /**
     * Downloads into a cache what is read.
     *
     * @param cacheBytes limit of the cache: a reader reads less ahead, or it would evict what it has not read
     */
    public static SwarmOptions reading(long cacheBytes) {
        return new SwarmOptions(DownloadMode.READ, ChokeMode.COOPERATIVE, 40, 100,
                FileSelection.only(Set.of()), false, Math.min(MAX_READ_AHEAD, cacheBytes / 4));
    }

    /** Whether the data is shared in place and never written to. */
    public boolean readOnly() {
        return mode == DownloadMode.NOTHING;
    }

    /** The same with rate-based choking (tit for tat), for peers that do not cooperate. */
    public SwarmOptions withRateBasedChoking() {
        return new SwarmOptions(mode, ChokeMode.BY_RATE, uploadSlots, maxPeers, selection,
                sequential, maxReadAhead);
    }

    public SwarmOptions withSelection(FileSelection wanted) {
        return new SwarmOptions(mode, chokeMode, uploadSlots, maxPeers, wanted, sequential,
                maxReadAhead);
    }

    public SwarmOptions withSequential(boolean now) {
        return new SwarmOptions(mode, chokeMode, uploadSlots, maxPeers, selection, now,
                maxReadAhead);
    }
}

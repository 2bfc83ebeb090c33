package org.gridtorrent.mdtp;

import java.util.List;
import java.util.OptionalLong;

/**
 * Progress of a fetch.
 *
 * @param fileLength empty until it is known
 * @param bytesPresent of the file, those of an earlier fetch too
 * @param bytesWasted received twice or found to be false
 * @param bytesDropped of an earlier fetch, given up since the replicas that are named now have others
 * @param isDiskFull whether writing waits for room
 */
public record FetchStatus(Phase phase, OptionalLong fileLength, long bytesPresent,
        long bytesWasted, long bytesDropped, boolean isDiskFull, List<ReplicaStatus> replicas) {

    /** Phases of a fetch, in their order. */
    public enum Phase {
        FETCHING, VERIFYING, DONE
    }

    public long bytesPerSecond() {
        return replicas.stream().mapToLong(ReplicaStatus::bytesPerSecond).sum();
    }
}

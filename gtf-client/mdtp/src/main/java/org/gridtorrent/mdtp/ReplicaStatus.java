package org.gridtorrent.mdtp;

import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.mdtp.http.ReplicaFault;

/**
 * State of one replica in a fetch, and the bytes that it delivered.
 *
 * @param name its address, without a query
 * @param fileLength of its file, if it said it
 * @param bytes received from it, false ones and duplicates too
 * @param bytesPerSecond over the last seconds
 * @param fault why it failed last; empty while it serves
 */
public record ReplicaStatus(String name, State state, OptionalLong fileLength, long bytes,
        long bytesPerSecond, Optional<ReplicaFault> fault) {

    /** State of a replica. */
    public enum State {
        /** It was asked and has not answered yet. */
        CONNECTING,
        SERVING,
        /** It is asked nothing at the moment. */
        IDLE,
        /** It failed, and is asked again after a pause. */
        WAITING,
        /** It serves the whole file only, and is asked if no other one serves it. */
        RESERVE,
        /** It failed for good. */
        FAILED,
        /** Its file has another length than the others'. */
        OTHER_LENGTH,
        /** Its file has other bytes than the others', or than the hashes say. */
        OTHER_CONTENT;

        /** Whether the replica is not asked again. */
        public boolean isFinal() {
            return this == FAILED || this == OTHER_LENGTH || this == OTHER_CONTENT;
        }
    }
}

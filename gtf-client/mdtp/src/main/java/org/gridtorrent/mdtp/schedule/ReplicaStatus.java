package org.gridtorrent.mdtp.schedule;

/**
 * Status of one replica.
 *
 * @param receivedBytes that it brought, false and superfluous ones included
 * @param bytesPerSecond zero while the rate is unknown
 * @param connections requests that are open
 */
public record ReplicaStatus(State state, long receivedBytes, double bytesPerSecond,
        int connections) {

    /** What the replica is doing. */
    public enum State {
        /** It owes nothing. */
        IDLE,
        /** It was asked and has not answered. */
        WAITING,
        RECEIVING,
        /** It failed or stalled and is left alone for a while. */
        PAUSED,
        /** It is not asked any more. */
        ABANDONED
    }
}

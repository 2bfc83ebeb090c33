package org.gridtorrent.client.tracker;

import java.util.Optional;

/**
 * Result of a replica's check, for the tracker to keep.
 *
 * @param bytes received from the web server
 * @param pieces that matched their hashes
 * @param problem empty if the replica may be used
 * @param file at which the problem was found, as in the metainfo; empty if it concerns all
 */
public record ReplicaReport(long bytes, int pieces, Optional<Problem> problem, String file) {

    /** Why a replica is not accepted: the contract's ReplicaProblem. */
    public enum Problem {
        UNREACHABLE, TLS_FAILED, ADDRESS_REFUSED, ACCESS_DENIED, NOT_FOUND, NO_RANGES, BAD_RESPONSE,
        WRONG_LENGTH, WRONG_CONTENT
    }
}

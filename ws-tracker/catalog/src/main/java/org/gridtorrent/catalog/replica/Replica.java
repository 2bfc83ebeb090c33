package org.gridtorrent.catalog.replica;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/**
 * Replica of a content at a web server.
 *
 * @param url web seed of the content (BEP 19), in ASCII
 * @param problem why the last check failed; only of one that is {@code FAILED}
 * @param problemFile the file at which it failed; empty if it concerns all of them
 * @param addedBy user name
 * @param machine name of the machine that checks it or checked it last; empty for readers other than the
 *     content's owner
 * @param checked end of the last check
 * @param checkedBytes bytes that the last check received
 * @param checkedPieces pieces that matched their hashes in the last check
 * @param nextCheck when it is checked again; empty until its first check
 */
public record Replica(String id, URI url, State state, Optional<ReplicaProblem> problem,
        String problemFile, String addedBy, Instant added, Optional<String> machine,
        Optional<Instant> checked, long checkedBytes, int checkedPieces,
        Optional<Instant> nextCheck) {

    /** Whether readers are told of it: only once it is {@code CHECKED}. */
    public enum State {
        /** Waits for its check, or is being checked. */
        PROPOSED,
        /** Sizes and a sample of pieces matched. */
        CHECKED,
        /** The check found a problem. */
        FAILED
    }

    /** This replica without what only the content's owner may know. */
    public Replica forReaders() {
        return new Replica(id, url, state, problem, problemFile, addedBy, added,
                Optional.empty(), checked, checkedBytes, checkedPieces, nextCheck);
    }
}

package org.gridtorrent.engine.status;

/** Where a swarm stands. */
public enum SwarmPhase {
    /** Only a link to the content is known; peers are asked for its metainfo. */
    METADATA,
    /** Existing data is being compared with the hashes. */
    CHECKING,
    FETCHING,
    /** Everything that is wanted is there (BEP 21: perhaps not all there is); peers are served. */
    SEEDING,
    /** The storage failed: see the status's obstacle. */
    FAILED,
    STOPPED
}

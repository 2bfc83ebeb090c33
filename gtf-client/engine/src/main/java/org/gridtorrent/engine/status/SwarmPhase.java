package org.gridtorrent.engine.status;

/** Phase of a swarm. */
public enum SwarmPhase {
    /** Only the magnet link is known; metadata is requested from peers. */
    METADATA,
    /** Existing data is checked against the piece hashes. */
    CHECKING,
    /** Wanted pieces are downloaded. */
    FETCHING,
    /** Pieces are downloaded into the cache as they are read, and given to nobody. */
    READING,
    /** All wanted pieces are verified, perhaps not all pieces (partial seed, BEP 21). */
    SEEDING,
    /** The storage failed; the status has the obstacle. */
    FAILED,
    STOPPED
}

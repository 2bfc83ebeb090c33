package org.gridtorrent.engine.choke;

/**
 * State of a connected peer that the choker decides by.
 *
 * @param number given by the caller
 * @param interested in our pieces
 * @param unchoked by us
 * @param hasRequests it has requested blocks that are not sent yet
 * @param downloadRate bytes per second that it sends us
 * @param snubbed it owes us blocks and has sent none for a while
 * @param stalled its last turn ended without its line taking any of the blocks that it requested
 * @param sinceNs when it was last choked or unchoked
 */
public record ChokerPeer(int number, boolean interested, boolean unchoked, boolean hasRequests,
        long downloadRate, boolean snubbed, boolean stalled, long sinceNs) {}

package org.gridtorrent.engine.choke;

/**
 * A peer as the choker sees it.
 *
 * @param peer the caller's number for it
 * @param rate bytes a second, from it while we fetch, to it when we only serve
 * @param unchokedNs since when it has had a slot; meaningless while choked
 */
public record Candidate(int peer, boolean interested, boolean unchoked, long rate,
        long unchokedNs) {}

package org.gridtorrent.engine.choke;

/**
 * A peer as the choker sees it.
 *
 * @param peer the caller's number for it
 * @param busy it has asked for blocks that have not been sent yet
 * @param rate bytes a second that come from it
 * @param snubs it owes us blocks and has sent none for a while
 * @param stalled its last turn ended, and its line had taken nothing of what it asked for
 * @param sinceNs when it was last choked or unchoked
 */
public record ChokerPeer(int peer, boolean interested, boolean unchoked, boolean busy, long rate,
        boolean snubs, boolean stalled, long sinceNs) {}

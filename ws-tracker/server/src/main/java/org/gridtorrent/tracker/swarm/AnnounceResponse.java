package org.gridtorrent.tracker.swarm;

import java.util.List;

/** What a stranger is told; none of the peers to one who leaves. */
public record AnnounceResponse(int intervalSeconds, ScrapeCounts counts, List<SwarmPeer> peers) {}

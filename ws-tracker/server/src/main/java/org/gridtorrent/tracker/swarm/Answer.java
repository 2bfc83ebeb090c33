package org.gridtorrent.tracker.swarm;

import java.util.List;

/** What a stranger is told; none of the peers to one who leaves. */
public record Answer(int intervalSeconds, Counts counts, List<Member> peers) {}

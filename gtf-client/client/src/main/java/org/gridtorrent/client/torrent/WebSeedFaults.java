package org.gridtorrent.client.torrent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.status.StatusMessages;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.status.SwarmStatus;

/** Faults of web seeds in one fetch, the last one of each. For one thread. */
final class WebSeedFaults {
    private final Map<String, String> reasons = new LinkedHashMap<>();

    void look(SwarmStatus status) {
        for (PeerStatus seed : status.webSeeds()) {
            if (seed.activity() instanceof PeerActivity.Paused(PeerFault fault, _)) {
                reasons.put(seed.client(), StatusMessages.describe(fault));
            }
        }
    }

    /** A line for each web seed that had a fault. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        reasons.forEach((seed, reason) -> lines.add("web seed " + seed + " " + reason));
        return lines;
    }
}

package org.gridtorrent.client.tracker;

import java.time.Duration;
import java.util.List;

/** How long to wait before the next announce, and the peers that were asked for with this one. */
public record Announced(Duration interval, List<TrackerPeer> peers) {}

package org.gridtorrent.client.tracker;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Answer to an announce.
 *
 * @param interval before the next announce
 * @param peers that were asked for
 * @param replicas web seeds of the content (BEP 19); none from a tracker that knows of none
 */
public record Announced(Duration interval, List<TrackerPeer> peers, List<URI> replicas) {}

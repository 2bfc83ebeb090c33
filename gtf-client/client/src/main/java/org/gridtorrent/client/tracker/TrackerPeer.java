package org.gridtorrent.client.tracker;

import java.util.List;

/**
 * A peer, as the tracker introduces it.
 *
 * @param address where the tracker sees it
 * @param places where it may be found: there, or where it says itself
 */
public record TrackerPeer(String deviceId, String address, List<Place> places) {
    public TrackerPeer {
        places = List.copyOf(places);
    }
}

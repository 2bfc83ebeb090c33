package org.gridtorrent.engine.announce.message;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.metainfo.address.AddressScope;

/**
 * Response of a tracker to an announce, over HTTP or UDP.
 *
 * @param interval the time until the next announce
 * @param trackerId to be sent with the next announce, decoded as ISO-8859-1; empty if none
 * @param warning the tracker's warning message; empty if none
 */
public record TrackerResponse(Duration interval, List<InetSocketAddress> peers, SwarmCounts counts,
        String trackerId, String warning) {
    private static final long MIN_INTERVAL_S = 30;
    private static final long MAX_INTERVAL_S = 3600;
    /** The limit on a tracker's {@code min interval}. */
    private static final long MAX_MIN_INTERVAL_S = 6 * 3600;

    public TrackerResponse {
        peers = List.copyOf(peers);
    }

    /** A copy with the peers of the other response, too. */
    public TrackerResponse withPeersOf(TrackerResponse other) {
        return new TrackerResponse(interval,
                Stream.concat(peers.stream(), other.peers.stream()).distinct().toList(), counts,
                trackerId, warning);
    }

    /** The interval within our limits: half a minute to an hour, or longer when {@code min interval} is. */
    public static Duration interval(long intervalS, long minIntervalS) {
        return Duration.ofSeconds(Math.max(Math.clamp(intervalS, MIN_INTERVAL_S, MAX_INTERVAL_S),
                Math.clamp(minIntervalS, 0, MAX_MIN_INTERVAL_S)));
    }

    /** A copy without peers that are no unicast address, or local ones of a tracker that is not local. */
    public TrackerResponse withCrediblePeers(boolean trackerIsLocal) {
        List<InetSocketAddress> credible = peers.stream()
                .filter(peer -> AddressScope.of(peer.getAddress())
                        .filter(scope -> trackerIsLocal || !scope.isLocal()).isPresent())
                .toList();
        return new TrackerResponse(interval, credible, counts, trackerId, warning);
    }

    public boolean hasLocalPeers() {
        return peers.stream().anyMatch(peer -> AddressScope.of(peer.getAddress())
                .filter(AddressScope::isLocal).isPresent());
    }
}

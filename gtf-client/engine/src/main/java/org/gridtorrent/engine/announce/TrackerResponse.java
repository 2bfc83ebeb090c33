package org.gridtorrent.engine.announce;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a tracker answered an announce with.
 *
 * @param interval how long it wants to be left alone
 * @param trackerId what it wants to be told next time, a character for each byte; empty if nothing
 * @param warning words for people; empty when all is well
 */
public record TrackerResponse(Duration interval, List<InetSocketAddress> peers, SwarmCounts counts,
        String trackerId, String warning) {
    private static final long LEAST_S = 30;
    private static final long MOST_S = 3600;
    /** A tracker may insist on more, but not on being asked never again. */
    private static final long MOST_INSISTED_S = 6 * 3600;

    public TrackerResponse {
        peers = List.copyOf(peers);
    }

    /** With the peers that it names at another of its addresses. */
    TrackerResponse and(TrackerResponse other) {
        return new TrackerResponse(interval,
                Stream.concat(peers.stream(), other.peers.stream()).distinct().toList(), counts,
                trackerId, warning);
    }

    /** Between half a minute and an hour, or longer when the tracker refuses to be asked earlier. */
    static Duration interval(long wishedS, long insistedS) {
        return Duration.ofSeconds(Math.max(Math.clamp(wishedS, LEAST_S, MOST_S),
                Math.clamp(insistedS, 0, MOST_INSISTED_S)));
    }

    /** A tracker elsewhere has no business to name this machine's own or its link's addresses. */
    TrackerResponse believable(boolean trackerIsHere) {
        List<InetSocketAddress> believed = peers.stream().filter(peer -> {
            InetAddress address = peer.getAddress();
            return !address.isAnyLocalAddress() && !address.isMulticastAddress()
                    && (trackerIsHere || !isOwn(address));
        }).toList();
        return new TrackerResponse(interval, believed, counts, trackerId, warning);
    }

    /** Means this machine or its link, whoever says it. */
    static boolean isOwn(InetAddress address) {
        return address.isLoopbackAddress() || address.isLinkLocalAddress();
    }

    boolean namesOwn() {
        return peers.stream().anyMatch(peer -> isOwn(peer.getAddress()));
    }
}

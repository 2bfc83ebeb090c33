package org.gridtorrent.client.task;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.client.tracker.TrackerPeer;
import org.gridtorrent.engine.transport.PeerAddress;

/** Which of a peer's endpoints to use. */
public final class PeerChoice {
    private final String preferred;
    private final boolean localAllowed;

    /** Addresses of this very machine or link are used only when the tracker itself is so near. */
    public PeerChoice(String preferred, boolean localAllowed) {
        this.preferred = preferred;
        this.localAllowed = localAllowed;
    }

    List<PeerAddress> of(List<TrackerPeer> peers) {
        return peers.stream().map(TrackerPeer::deviceId).distinct()
                .flatMap(device -> peers.stream().filter(peer -> peer.deviceId().equals(device))
                        .sorted(Comparator.comparing(peer -> !peer.transport().equals(preferred)))
                        .flatMap(peer -> address(peer).stream()).limit(1))
                .toList();
    }

    private Optional<PeerAddress> address(TrackerPeer peer) {
        try {
            InetAddress address = InetAddress.ofLiteral(peer.address());
            boolean local = address.isLoopbackAddress() || address.isLinkLocalAddress()
                    || address.isAnyLocalAddress() || address.isMulticastAddress();
            if (local && !localAllowed) {
                return Optional.empty();
            }
            return Optional
                    .of(new PeerAddress(new InetSocketAddress(address, peer.port()),
                            peer.transport()));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not an address; a name is never looked up
        }
    }
}

package org.gridtorrent.client.share;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.client.tracker.Place;
import org.gridtorrent.client.tracker.TrackerPeer;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;

/** Which of a peer's addresses to use, and by which transport. */
public final class PeerChoice {
    private final String preferred;
    private final boolean localAllowed;

    /** Addresses of this very machine or link are used only when the tracker itself is so near. */
    public PeerChoice(String preferred, boolean localAllowed) {
        this.preferred = preferred;
        this.localAllowed = localAllowed;
    }

    List<DeviceAddresses> of(List<TrackerPeer> peers) {
        return peers.stream().map(this::of)
                .filter(peer -> !peer.observed().isEmpty() || !peer.reported().isEmpty()).toList();
    }

    private DeviceAddresses of(TrackerPeer peer) {
        Optional<InetAddress> observed = address(peer.address());
        Set<InetSocketAddress> taken = new LinkedHashSet<>();
        List<PeerAddress> seen = new ArrayList<>();
        List<PeerAddress> said = new ArrayList<>();
        for (Place place : byPreference(peer.places())) {
            Optional<InetAddress> address = address(place.address());
            address.map(found -> new InetSocketAddress(found, place.port())).filter(taken::add)
                    .ifPresent(found -> (address.equals(observed) ? seen : said)
                            .add(new PeerAddress(found, transport(place))));
        }
        return new DeviceAddresses(peer.deviceId(), seen, said);
    }

    /** An address that is named for each transport by itself is used with the preferred one. */
    private List<Place> byPreference(List<Place> places) {
        List<Place> sorted = new ArrayList<>(places);
        sorted.removeIf(place -> place.transports().isEmpty());
        sorted.sort((a, b) -> Boolean.compare(b.transports().contains(preferred),
                a.transports().contains(preferred)));
        return sorted;
    }

    private String transport(Place place) {
        return place.transports().contains(preferred) ? preferred : place.transports().getFirst();
    }

    private Optional<InetAddress> address(String text) {
        try {
            InetAddress address = InetAddress.ofLiteral(text);
            boolean local = address.isLoopbackAddress() || address.isLinkLocalAddress()
                    || address.isAnyLocalAddress() || address.isMulticastAddress();
            return local && !localAllowed ? Optional.empty() : Optional.of(address);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not an address; a name is never looked up
        }
    }
}

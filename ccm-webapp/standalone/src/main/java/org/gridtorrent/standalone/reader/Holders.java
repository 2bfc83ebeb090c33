package org.gridtorrent.standalone.reader;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gridtorrent.catalog.device.Device.Place;
import org.gridtorrent.catalog.swarm.Peer;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.tracker.swarm.PeerAddressPolicy;

/** Where this machine, on which the tracker runs, calls the machines that hold a content. */
final class Holders {
    private static final String HERE = InetAddress.getLoopbackAddress().getHostAddress();

    private Holders() {}

    static List<DeviceAddresses> of(List<Peer> peers) {
        return peers.stream().map(Holders::of)
                .filter(peer -> !peer.observed().isEmpty() || !peer.reported().isEmpty()).toList();
    }

    private static DeviceAddresses of(Peer peer) {
        InetAddress observed = InetAddress.ofLiteral(peer.address());
        Set<PeerAddress> seen = new LinkedHashSet<>();
        Set<PeerAddress> said = new LinkedHashSet<>();
        for (Place place : PeerAddressPolicy.of(peer, HERE)) {
            if (place.endpoint().transport().equals(TcpTransport.NAME)) {
                InetAddress address = InetAddress.ofLiteral(place.address());
                (address.equals(observed) ? seen : said).add(PeerAddress
                        .tcp(new InetSocketAddress(address, place.endpoint().port())));
            }
        }
        return new DeviceAddresses(peer.deviceId(), List.copyOf(seen), List.copyOf(said));
    }
}

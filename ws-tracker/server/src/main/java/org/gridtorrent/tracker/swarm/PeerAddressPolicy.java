package org.gridtorrent.tracker.swarm;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.catalog.device.Device.Place;
import org.gridtorrent.catalog.swarm.Peer;

/**
 * Where the site's devices can be called, by the address that the tracker observes and by their own word,
 * and who is told of it. No address gives a right: whoever answers there has to prove who it is.
 */
public final class PeerAddressPolicy {
    /** Of an IPv6 address, what those on one line have in common. */
    private static final int V6_NETWORK_LENGTH = 8;

    private PeerAddressPolicy() {}

    /**
     * Of a device's own word, the addresses at which one could be called who is seen there, each in
     * one spelling. {@link IllegalArgumentException} for what is no address in figures: a name is
     * never looked up.
     */
    public static List<Place> believable(List<Place> said, String observed) {
        InetAddress seen = InetAddress.ofLiteral(observed);
        return said.stream().flatMap(place -> believable(place, seen).stream()).distinct()
                .toList();
    }

    private static Optional<Place> believable(Place place, InetAddress seen) {
        InetAddress address = InetAddress.ofLiteral(place.address());
        return AddressScope.ofOne(address).filter(reach -> switch (reach) {
            case MACHINE -> isHere(seen);
            case LINE -> false; // means another machine on each line
            case NETWORK, WORLD -> true;
        }).map(_ -> new Place(address.getHostAddress(), place.endpoint()));
    }

    /**
     * Where one who is seen at the address may call the peer: at its observed address, unless that is
     * one of the tracker's own machine or line, at the public ones that it says, and at private ones
     * when both are seen at the same address, so behind the same NAT.
     */
    public static List<Place> of(Peer peer, String asking) {
        InetAddress from = InetAddress.ofLiteral(asking);
        InetAddress seen = InetAddress.ofLiteral(peer.address());
        boolean observable = switch (AddressScope.of(seen)) {
            case MACHINE -> isHere(from);
            case LINE -> false;
            case NETWORK, WORLD -> true;
        };
        Stream<Place> observed = peer.endpoints().stream().filter(_ -> observable)
                .map(endpoint -> new Place(seen.getHostAddress(), endpoint));
        Stream<Place> said = peer.places().stream()
                .filter(place -> isFor(InetAddress.ofLiteral(place.address()), seen, from));
        return Stream.concat(observed, said).distinct().toList();
    }

    private static boolean isFor(InetAddress address, InetAddress seen, InetAddress asking) {
        return switch (AddressScope.of(address)) {
            case MACHINE -> isHere(seen) && isHere(asking);
            case LINE -> false;
            case NETWORK -> isSameNetwork(seen, asking);
            case WORLD -> true;
        };
    }

    private static boolean isHere(InetAddress seen) {
        return AddressScope.of(seen) == AddressScope.MACHINE;
    }

    /** IPv6 has no NAT, but those on one line have half of the address in common. */
    private static boolean isSameNetwork(InetAddress one, InetAddress other) {
        return one.equals(other) || (isHere(one) && isHere(other))
                || (one instanceof Inet6Address && other instanceof Inet6Address
                        && Arrays.equals(one.getAddress(), 0, V6_NETWORK_LENGTH,
                                other.getAddress(), 0, V6_NETWORK_LENGTH));
    }
}

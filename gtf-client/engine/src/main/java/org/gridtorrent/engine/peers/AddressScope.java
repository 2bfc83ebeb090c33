package org.gridtorrent.engine.peers;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Scope of an IP address, the nearest first.
 *
 * <p>Peer exchange uses it in both directions: a peer may name, and be told, only addresses of its own or
 * a wider scope. So no peer on the internet makes this machine dial itself or its neighbours, and none
 * learns of them. Pure.
 */
enum AddressScope {
    /** This machine. */
    HOST,
    /** The local network segment. */
    LINK,
    /** Networks with private addresses (RFC 1918, RFC 4193, RFC 6598). */
    SITE,
    /** The internet. */
    GLOBAL;

    /** Empty for wildcard, multicast and reserved addresses. */
    static Optional<AddressScope> of(InetAddress address) {
        if (address.isAnyLocalAddress() || address.isMulticastAddress() || isReserved(address)) {
            return Optional.empty();
        }
        if (address.isLoopbackAddress()) {
            return Optional.of(HOST);
        }
        if (address.isLinkLocalAddress()) {
            return Optional.of(LINK);
        }
        return Optional.of(address.isSiteLocalAddress() || isPrivate(address) ? SITE : GLOBAL);
    }

    /** Whether a peer of this scope may name the address, or be told it. */
    boolean mayExchange(InetSocketAddress peer) {
        return peer.getPort() != 0
                && of(peer.getAddress()).filter(scope -> scope.compareTo(this) >= 0).isPresent();
    }

    /** 0.0.0.0/8 and 240.0.0.0/4, with the broadcast address. */
    private static boolean isReserved(InetAddress address) {
        int first = address.getAddress()[0] & 0xFF;
        return address instanceof Inet4Address && (first == 0 || first >= 240);
    }

    /** Private networks that {@link InetAddress} does not know: 100.64.0.0/10 and fc00::/7. */
    private static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address
                ? bytes[0] == 100 && (bytes[1] & 0xC0) == 0x40
                : (bytes[0] & 0xFE) == 0xFC;
    }
}

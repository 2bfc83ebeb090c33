package org.gridtorrent.engine.peers;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * From how far away an address can be meant, the nearest first. What a peer tells of can be no nearer
 * to us than the peer itself: so nobody from the wide world makes this machine call on itself or on its
 * neighbours, and nobody there learns of them.
 */
enum AddressScope {
    /** This machine. */
    HOST,
    /** The line that it is on. */
    LINK,
    /** Networks with private addresses (RFC 1918, RFC 4193, RFC 6598). */
    SITE,
    WORLD;

    /** Empty for what is nobody's address: none, many, or reserved. */
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
        return Optional.of(address.isSiteLocalAddress() || isPrivate(address) ? SITE : WORLD);
    }

    /** Whether who is so far away may tell of the address, or be told of it. */
    boolean knows(InetSocketAddress peer) {
        return peer.getPort() != 0
                && of(peer.getAddress()).filter(scope -> scope.compareTo(this) >= 0).isPresent();
    }

    /** 0.0.0.0/8 and 240.0.0.0/4, with the broadcast address. */
    private static boolean isReserved(InetAddress address) {
        int first = address.getAddress()[0] & 0xFF;
        return address instanceof Inet4Address && (first == 0 || first >= 240);
    }

    /** What {@link InetAddress} does not count: 100.64.0.0/10 and fc00::/7. */
    private static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address
                ? bytes[0] == 100 && (bytes[1] & 0xC0) == 0x40
                : (bytes[0] & 0xFE) == 0xFC;
    }
}

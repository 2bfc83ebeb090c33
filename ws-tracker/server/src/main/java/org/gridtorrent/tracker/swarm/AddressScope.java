package org.gridtorrent.tracker.swarm;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Optional;

/** From where an address can be called, nearest first. */
enum AddressScope {
    /** The same machine. */
    MACHINE,
    /** The same line. */
    LINE,
    /** The same private network. */
    NETWORK, WORLD;

    static AddressScope of(InetAddress address) {
        if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
            return MACHINE;
        }
        if (address.isLinkLocalAddress()) {
            return LINE;
        }
        return address.isSiteLocalAddress() || isPrivate(address.getAddress(),
                address instanceof Inet6Address) ? NETWORK : WORLD;
    }

    /**
     * Empty for what is nobody's address: none, many, reserved. Of IPv6 the world has 2000::/3 so far; so
     * what carries an IPv4 address for a translator to find (64:ff9b::/96, ::/96) is nobody's.
     */
    static Optional<AddressScope> ofOne(InetAddress address) {
        AddressScope reach = of(address);
        int first = address.getAddress()[0] & 0xff;
        boolean reserved = address instanceof Inet6Address
                ? reach == WORLD && (first & 0xe0) != 0x20
                : first == 0 || first >= 240;
        return reserved || address.isAnyLocalAddress() || address.isMulticastAddress()
                ? Optional.empty()
                : Optional.of(reach);
    }

    /** What Java does not call site-local: 100.64.0.0/10 (RFC 6598) and fc00::/7 (RFC 4193). */
    private static boolean isPrivate(byte[] bytes, boolean v6) {
        return v6
                ? (bytes[0] & 0xfe) == 0xfc
                : bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
    }

    /**
     * Whether such an address is of use to one who asks from there, and his to know: nobody hears of
     * addresses that are nearer to the tracker than he is himself.
     */
    boolean isFor(AddressScope asking) {
        return compareTo(asking) >= 0;
    }
}

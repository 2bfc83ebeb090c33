package org.gridtorrent.metainfo.address;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Scope of an IP address, the nearest first.
 *
 * <p>Nobody may make this machine connect to a host that is nearer than they are themselves. An IPv6 address
 * that leads to an IPv4 address by translation has the scope of that one. Pure.
 */
public enum AddressScope {
    /** This machine. */
    HOST,
    /** The local network segment. */
    LINK,
    /** Networks with private addresses (RFC 1918, RFC 4193, RFC 6598, RFC 8215). */
    SITE,
    /** The internet. */
    GLOBAL;

    private static final int V4_LENGTH = 4;

    /** Empty for wildcard, multicast and reserved addresses. */
    public static Optional<AddressScope> of(InetAddress address) {
        if (address.isAnyLocalAddress() || address.isMulticastAddress() || isReserved(address)) {
            return Optional.empty();
        }
        if (address.isLoopbackAddress()) {
            return Optional.of(HOST);
        }
        if (address.isLinkLocalAddress()) {
            return Optional.of(LINK);
        }
        Optional<InetAddress> translated = translated(address.getAddress());
        if (translated.isPresent()) {
            return of(translated.get());
        }
        return Optional.of(address.isSiteLocalAddress() || isPrivate(address) ? SITE : GLOBAL);
    }

    /** Whether the address is of another machine, and not of this one's network segment alone. */
    public static boolean isBeyondLink(InetAddress address) {
        return of(address).filter(scope -> !scope.isLocal()).isPresent();
    }

    /** Whether it is this machine or its network segment. */
    public boolean isLocal() {
        return this == HOST || this == LINK;
    }

    /** Whether a host of this scope may name the address to others, or be told it. */
    public boolean mayName(InetAddress address) {
        return of(address).filter(scope -> scope.compareTo(this) >= 0).isPresent();
    }

    /** 0.0.0.0/8 and 240.0.0.0/4, with the broadcast address. */
    private static boolean isReserved(InetAddress address) {
        int first = address.getAddress()[0] & 0xFF;
        return address instanceof Inet4Address && (first == 0 || first >= 240);
    }

    /** Private networks that {@link InetAddress} does not know: 100.64.0.0/10, fc00::/7, 64:ff9b:1::/48. */
    private static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address
                ? bytes[0] == 100 && (bytes[1] & 0xC0) == 0x40
                : (bytes[0] & 0xFE) == 0xFC || startsWith(bytes, 0, 0x64, 0xFF, 0x9B, 0, 1);
    }

    /** IPv4 address within one of NAT64 (64:ff9b::/96), 6to4 (2002::/16) or the compatible ones (::/96). */
    private static Optional<InetAddress> translated(byte[] address) {
        if (address.length == V4_LENGTH) {
            return Optional.empty();
        }
        if (startsWith(address, 0x20, 0x02)) {
            return Optional.of(v4(address, 2));
        }
        boolean isInLastBytes = startsWith(address, 0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0)
                || startsWith(address, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return isInLastBytes ? Optional.of(v4(address, 12)) : Optional.empty();
    }

    private static boolean startsWith(byte[] address, int... prefix) {
        for (int i = 0; i < prefix.length; i++) {
            if ((address[i] & 0xFF) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static InetAddress v4(byte[] address, int offset) {
        try {
            return InetAddress
                    .getByAddress(Arrays.copyOfRange(address, offset, offset + V4_LENGTH));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}

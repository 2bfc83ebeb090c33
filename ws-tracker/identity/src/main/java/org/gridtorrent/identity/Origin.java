package org.gridtorrent.identity;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/** Where strangers come from, to count them by: an IPv4 address, or a /64 of IPv6, which one line has whole. */
public final class Origin {
    private static final int NETWORK_BYTES = 8;

    private Origin() {}

    /** Of an address in figures, as a socket or a URL has it. */
    public static String of(String address) {
        return of(InetAddress.ofLiteral(address.replaceAll("%.*|[\\[\\]]", "")));
    }

    public static String of(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.ofDelimiter(":").formatHex(address.getAddress(), 0, NETWORK_BYTES)
                        + "::/64"
                : address.getHostAddress();
    }
}

package org.gridtorrent.mdtp.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;

/** Which hosts a replica's address and its redirects may lead to. */
public enum AddressPolicy {
    /** Any host: the user typed the address. */
    ANY {
        @Override
        boolean allows(InetAddress address) {
            return true;
        }

        @Override
        AddressPolicy ofRedirects() {
            return REMOTE;
        }
    },
    /**
     * Any host but this machine and those of its link: a remote server redirects there. Services of this
     * machine trust its own clients.
     */
    REMOTE {
        @Override
        boolean allows(InetAddress address) {
            return !isLocal(address) && !address.isAnyLocalAddress();
        }

        @Override
        AddressPolicy ofRedirects() {
            return REMOTE;
        }
    },
    /**
     * Hosts of the internet only: somebody else named the address. Loopback, link-local, private, multicast
     * and reserved addresses are refused, also where an IPv6 address leads to them by translation.
     */
    PUBLIC {
        @Override
        boolean allows(InetAddress address) {
            return REMOTE.allows(address) && !address.isSiteLocalAddress()
                    && !address.isMulticastAddress() && !isPrivateOrReserved(address)
                    && !leadsToPrivate(address.getAddress());
        }

        @Override
        AddressPolicy ofRedirects() {
            return PUBLIC;
        }
    };

    abstract boolean allows(InetAddress address);

    /** Policy for the redirects of a server that is not of this machine or link. */
    abstract AddressPolicy ofRedirects();

    /** Policy for the addresses that a server names, by the addresses of its own host: none that is nearer. */
    public static AddressPolicy namedBy(Collection<InetAddress> server) {
        if (server.stream().allMatch(InetAddress::isLoopbackAddress)) {
            return ANY;
        }
        return server.stream().noneMatch(PUBLIC::allows) ? REMOTE : PUBLIC;
    }

    /** Whether it is an address of this machine or link. */
    static boolean isLocal(InetAddress address) {
        return address.isLoopbackAddress() || address.isLinkLocalAddress();
    }

    /** 0.0.0.0/8, 240.0.0.0/4, 100.64.0.0/10 and fc00::/7. */
    private static boolean isPrivateOrReserved(InetAddress address) {
        byte[] bytes = address.getAddress();
        int first = bytes[0] & 0xFF;
        return address instanceof Inet4Address
                ? first == 0 || first >= 240 || (first == 100 && (bytes[1] & 0xC0) == 0x40)
                : (first & 0xFE) == 0xFC;
    }

    /** Looks into addresses of NAT64 (64:ff9b::/96), 6to4 (2002::/16) and the compatible ones (::/96). */
    private static boolean leadsToPrivate(byte[] address) {
        if (address.length != 16) {
            return false;
        }
        if (address[0] == 0x20 && address[1] == 0x02) {
            return !PUBLIC.allows(ipv4(address, 2));
        }
        boolean isNat64 = startsWith(address, 0, 0x64, 0xFF, 0x9B);
        return (isNat64 || startsWith(address, 0, 0, 0, 0)) && isZero(address, 4, 12)
                && !PUBLIC.allows(ipv4(address, 12));
    }

    private static boolean startsWith(byte[] address, int... prefix) {
        for (int i = 0; i < prefix.length; i++) {
            if ((address[i] & 0xFF) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(byte[] address, int from, int to) {
        for (int i = from; i < to; i++) {
            if (address[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static InetAddress ipv4(byte[] address, int offset) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(address, offset, offset + 4));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}

package org.gridtorrent.mdtp.http;

import java.net.Inet4Address;
import java.net.InetAddress;

/** Which hosts a replica's address and its redirects may lead to. */
public enum AddressPolicy {
    /** Any host: the user typed the address. */
    ANY {
        @Override
        boolean allows(InetAddress address) {
            return true;
        }
    },
    /**
     * Hosts of the internet only: somebody else named the address. Loopback, link-local, private, multicast
     * and reserved addresses are refused.
     */
    PUBLIC {
        @Override
        boolean allows(InetAddress address) {
            return !address.isLoopbackAddress() && !address.isAnyLocalAddress()
                    && !address.isLinkLocalAddress() && !address.isSiteLocalAddress()
                    && !address.isMulticastAddress() && !isPrivateOrReserved(address);
        }
    };

    abstract boolean allows(InetAddress address);

    /** 0.0.0.0/8, 240.0.0.0/4, 100.64.0.0/10 and fc00::/7. */
    private static boolean isPrivateOrReserved(InetAddress address) {
        byte[] bytes = address.getAddress();
        int first = bytes[0] & 0xFF;
        return address instanceof Inet4Address
                ? first == 0 || first >= 240 || (first == 100 && (bytes[1] & 0xC0) == 0x40)
                : (first & 0xFE) == 0xFC;
    }
}

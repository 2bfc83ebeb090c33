package org.gridtorrent.mdtp.http;

import java.net.InetAddress;
import java.util.Collection;
import org.gridtorrent.metainfo.address.AddressScope;

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
            return AddressScope.isBeyondLink(address);
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
            return AddressScope.GLOBAL.mayName(address);
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
        return AddressScope.of(address).filter(AddressScope::isLocal).isPresent();
    }
}

package org.gridtorrent.engine.peers;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.address.AddressScope;

/**
 * Order in which the addresses of one peer are dialled.
 *
 * <p>The nearest {@link AddressScope} comes first: a path without NAT is shorter and more likely to work.
 * Within a scope, IPv6 and IPv4 alternate (RFC 8305, section 4), so that a family that does not work delays
 * the connection little. Pure.
 */
public final class DialOrder {
    private DialOrder() {}

    /** Each address once, without wildcard, multicast and reserved ones; stable within scope and family. */
    public static List<PeerAddress> of(Collection<PeerAddress> addresses) {
        List<PeerAddress> ordered = new ArrayList<>();
        for (AddressScope scope : AddressScope.values()) {
            Deque<PeerAddress> v6 = new ArrayDeque<>();
            Deque<PeerAddress> v4 = new ArrayDeque<>();
            for (PeerAddress each : addresses) {
                InetAddress address = each.address().getAddress();
                if (address != null && AddressScope.of(address).filter(scope::equals).isPresent()) {
                    (address instanceof Inet6Address ? v6 : v4).add(each);
                }
            }
            interleave(v6, v4, ordered);
        }
        return ordered.stream().distinct().toList();
    }

    private static void interleave(Deque<PeerAddress> first, Deque<PeerAddress> second,
            List<PeerAddress> into) {
        while (!first.isEmpty() || !second.isEmpty()) {
            if (!first.isEmpty()) {
                into.add(first.removeFirst());
            }
            if (!second.isEmpty()) {
                into.add(second.removeFirst());
            }
        }
    }
}

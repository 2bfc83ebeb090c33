package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.wire.CompactPeers;

/**
 * All that is being asked of UDP trackers, by their addresses: what comes from any other address is
 * no answer. Pure: the clock is passed in, and datagrams are handed over to be sent. For one thread.
 */
final class UdpConnections {
    private final RandomGenerator random;
    private final Map<InetSocketAddress, UdpConnection> endpoints = new HashMap<>();

    /** To be sent. */
    record Outgoing(InetSocketAddress to, ByteBuffer datagram) {}

    /** What is asked of whom, until when it is worth waiting, and who waits. */
    record Ask(InetSocketAddress tracker, UdpRequest request, long endNs,
            CompletableFuture<UdpResponse> answer) {}

    /** Transaction numbers are what tells an answer from a forgery: take a good source of them. */
    UdpConnections(RandomGenerator random) {
        this.random = random;
    }

    void ask(Ask ask) {
        endpoints.computeIfAbsent(ask.tracker(), address -> new UdpConnection(
                address.getAddress() instanceof Inet6Address
                        ? CompactPeers.IPV6
                        : CompactPeers.IPV4,
                random)).ask(ask.request(), ask.answer(), ask.endNs());
    }

    /** What is to be sent now; what has waited for too long has failed then. */
    List<Outgoing> due(long nowNs) {
        List<Outgoing> due = new ArrayList<>();
        endpoints.forEach((address, endpoint) -> endpoint.tick(nowNs,
                datagram -> due.add(new Outgoing(address, datagram))));
        endpoints.values().removeIf(UdpConnection::isIdle);
        return due;
    }

    void received(InetSocketAddress from, ByteBuffer datagram, long nowNs) {
        UdpConnection endpoint = endpoints.get(from);
        if (endpoint != null) {
            endpoint.received(datagram, nowNs);
        }
    }

    void undeliverable(InetSocketAddress to, IOException why) {
        UdpConnection endpoint = endpoints.get(to);
        if (endpoint != null) {
            endpoint.fail(why);
        }
    }

    void failAll(IOException why) {
        endpoints.values().forEach(endpoint -> endpoint.fail(why));
        endpoints.clear();
    }

    /** How long until {@link #due} has something to do; {@link Long#MAX_VALUE} for ever. */
    long waitNs(long nowNs) {
        return endpoints.values().stream().mapToLong(endpoint -> endpoint.waitNs(nowNs)).min()
                .orElse(Long.MAX_VALUE);
    }
}

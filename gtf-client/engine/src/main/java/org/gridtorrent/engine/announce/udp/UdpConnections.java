package org.gridtorrent.engine.announce.udp;

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
 * Connections to UDP trackers, by address. Datagrams from other addresses are ignored.
 *
 * <p>Pure: the clock is passed in, and datagrams are returned to be sent. For one thread.
 */
final class UdpConnections {
    private final RandomGenerator random;
    private final Map<InetSocketAddress, UdpConnection> connections = new HashMap<>();

    /** A datagram to be sent. */
    record Datagram(InetSocketAddress to, ByteBuffer content) {}

    /** A request, when it expires, and the future of its response. */
    record Exchange(InetSocketAddress tracker, UdpRequest request, long endNs,
            CompletableFuture<UdpResponse> response) {}

    /** @param random for transaction ids; it must be hard to predict, since the ids expose forged responses */
    UdpConnections(RandomGenerator random) {
        this.random = random;
    }

    void send(Exchange exchange) {
        connections.computeIfAbsent(exchange.tracker(), address -> new UdpConnection(
                address.getAddress() instanceof Inet6Address
                        ? CompactPeers.IPV6
                        : CompactPeers.IPV4,
                random)).send(exchange.request(), exchange.response(), exchange.endNs());
    }

    /** Fails the requests that have expired, and returns the datagrams to send now. */
    List<Datagram> due(long nowNs) {
        List<Datagram> due = new ArrayList<>();
        connections.forEach((address, connection) -> connection.tick(nowNs,
                datagram -> due.add(new Datagram(address, datagram))));
        connections.values().removeIf(UdpConnection::isIdle);
        return due;
    }

    void received(InetSocketAddress from, ByteBuffer datagram, long nowNs) {
        UdpConnection connection = connections.get(from);
        if (connection != null) {
            connection.received(datagram, nowNs);
        }
    }

    void undeliverable(InetSocketAddress to, IOException why) {
        UdpConnection connection = connections.get(to);
        if (connection != null) {
            connection.fail(why);
        }
    }

    void failAll(IOException why) {
        connections.values().forEach(connection -> connection.fail(why));
        connections.clear();
    }

    /** The time until {@link #due} has something to do; {@link Long#MAX_VALUE} if nothing. */
    long waitNs(long nowNs) {
        return connections.values().stream().mapToLong(connection -> connection.waitNs(nowNs)).min()
                .orElse(Long.MAX_VALUE);
    }
}

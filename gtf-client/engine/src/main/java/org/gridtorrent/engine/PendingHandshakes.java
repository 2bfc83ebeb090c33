package org.gridtorrent.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.gridtorrent.engine.transport.Connection;

/**
 * Accepted connections whose handshake is not complete.
 *
 * <p>Bounded: beyond the limit, a new connection replaces the oldest silent one of the network that has the
 * most. So a flood from one network keeps no other peer out, and several peers may share an address while
 * there is room. Thread-safe.
 */
final class PendingHandshakes {
    static final int LIMIT = 256;
    /** A younger connection does not count as silent: a busy machine takes its time. */
    static final long GRACE_NS = 1_000_000_000L;
    private static final long RETRY_MS = 50;
    /** Bytes of an IPv6 address that name the network of one subscriber. */
    private static final int NETWORK_LENGTH = 8;

    private final int limit;
    private final LongSupplier clock;
    /** By network, the oldest first, with the time of arrival. */
    private final Map<ByteBuffer, SequencedMap<Connection, Long>> networks = new HashMap<>();
    private int count;

    /** A connection that may be replaced. */
    private record Silent(Connection connection, int ofNetwork, long ageNs) {}

    /** @param clock nanoseconds, monotonic */
    PendingHandshakes(int limit, LongSupplier clock) {
        this.limit = limit;
        this.clock = clock;
    }

    /** Waits while there are too many and none is silent; closes the one that is replaced. */
    void add(Connection incoming) throws InterruptedException {
        replace(incoming).ifPresent(Connection::close);
    }

    private synchronized Optional<Connection> replace(Connection incoming)
            throws InterruptedException {
        Optional<Connection> replaced = Optional.empty();
        while (count == limit) {
            replaced = oldestOfLargest();
            if (replaced.isPresent()) {
                remove(replaced.get());
            } else {
                wait(RETRY_MS);
            }
        }
        networks.computeIfAbsent(network(incoming), _ -> new LinkedHashMap<>())
                .put(incoming, clock.getAsLong());
        count++;
        return replaced;
    }

    /** The handshake is complete, or the connection closed. */
    synchronized void remove(Connection connection) {
        ByteBuffer network = network(connection);
        SequencedMap<Connection, Long> connections = networks.get(network);
        if (connections != null && connections.remove(connection) != null) {
            if (connections.isEmpty()) {
                networks.remove(network);
            }
            count--;
            notifyAll();
        }
    }

    private Optional<Connection> oldestOfLargest() {
        long nowNs = clock.getAsLong();
        return networks.values().stream().flatMap(connections -> oldestSilent(connections, nowNs))
                .max(Comparator.comparingInt(Silent::ofNetwork).thenComparingLong(Silent::ageNs))
                .map(Silent::connection);
    }

    private static Stream<Silent> oldestSilent(SequencedMap<Connection, Long> connections,
            long nowNs) {
        return connections.entrySet().stream()
                .map(each -> new Silent(each.getKey(), connections.size(), nowNs - each.getValue()))
                .takeWhile(each -> each.ageNs >= GRACE_NS)
                .filter(each -> isSilent(each.connection)).limit(1);
    }

    /** Whether all that it sent has been read. */
    private static boolean isSilent(Connection connection) {
        try {
            return connection.input().available() == 0;
        } catch (IOException e) {
            return true; // closed already
        }
    }

    private static ByteBuffer network(Connection connection) {
        InetAddress address = connection.remote().getAddress();
        byte[] bytes = address.getAddress();
        return ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, NETWORK_LENGTH));
    }
}

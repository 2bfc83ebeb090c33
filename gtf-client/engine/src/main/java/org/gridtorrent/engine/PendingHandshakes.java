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
 * Connections that have not introduced themselves yet. There are so many at most; who comes then takes
 * the place of one that is silent: of the network that holds the most, the eldest. So no crowd keeps
 * others out, and several peers behind one address are welcome as long as there is room. Thread-safe.
 */
final class PendingHandshakes {
    static final int PLACES = 256;
    /** Before, nobody is taken for silent: on a busy machine an answer takes its time. */
    static final long GRACE_NS = 1_000_000_000L;
    private static final long LOOK_MS = 50;
    /** Of an IPv6 address, what one line has to itself. */
    private static final int NETWORK_LENGTH = 8;

    private final int places;
    private final LongSupplier clock;
    /** By network, the eldest first, with the time at which each came. */
    private final Map<ByteBuffer, SequencedMap<Connection, Long>> networks = new HashMap<>();
    private int taken;

    /** Who may have to go. */
    private record Silent(Connection connection, int crowd, long ageNs) {}

    /** @param clock nanoseconds, monotonic */
    PendingHandshakes(int places, LongSupplier clock) {
        this.places = places;
        this.clock = clock;
    }

    /** Waits while all places are taken by some who are not silent; whoever gives way is closed. */
    void enter(Connection newcomer) throws InterruptedException {
        takePlace(newcomer).ifPresent(Connection::close);
    }

    private synchronized Optional<Connection> takePlace(Connection newcomer)
            throws InterruptedException {
        Optional<Connection> gone = Optional.empty();
        while (taken == places) {
            gone = whoGivesWay();
            if (gone.isPresent()) {
                leave(gone.get());
            } else {
                wait(LOOK_MS);
            }
        }
        networks.computeIfAbsent(network(newcomer), _ -> new LinkedHashMap<>())
                .put(newcomer, clock.getAsLong());
        taken++;
        return gone;
    }

    /** It has introduced itself, or is closed. */
    synchronized void leave(Connection connection) {
        ByteBuffer network = network(connection);
        SequencedMap<Connection, Long> crowd = networks.get(network);
        if (crowd != null && crowd.remove(connection) != null) {
            if (crowd.isEmpty()) {
                networks.remove(network);
            }
            taken--;
            notifyAll();
        }
    }

    private Optional<Connection> whoGivesWay() {
        long nowNs = clock.getAsLong();
        return networks.values().stream().flatMap(crowd -> eldestSilent(crowd, nowNs))
                .max(Comparator.comparingInt(Silent::crowd).thenComparingLong(Silent::ageNs))
                .map(Silent::connection);
    }

    private static Stream<Silent> eldestSilent(SequencedMap<Connection, Long> crowd, long nowNs) {
        return crowd.entrySet().stream()
                .map(each -> new Silent(each.getKey(), crowd.size(), nowNs - each.getValue()))
                .takeWhile(each -> each.ageNs >= GRACE_NS)
                .filter(each -> isSilent(each.connection)).limit(1);
    }

    /** All that it said has been read. */
    private static boolean isSilent(Connection connection) {
        try {
            return connection.input().available() == 0;
        } catch (IOException e) {
            return true; // it is closed already
        }
    }

    private static ByteBuffer network(Connection connection) {
        InetAddress address = connection.remote().getAddress();
        byte[] bytes = address.getAddress();
        return ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, NETWORK_LENGTH));
    }
}

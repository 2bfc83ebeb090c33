package org.gridtorrent.engine.swarm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.engine.transport.PeerAddress;

/**
 * The addresses that a swarm has heard of. Those that nobody is said to be found by any more stay as long
 * as there is room, so that their failures are not forgotten. For the owner's thread.
 */
final class Ways {
    private static final int MAX = 4000;

    private final Map<PeerAddress, Way> ways = new LinkedHashMap<>();

    /** A new one where it is not known; empty when there is no room. */
    Optional<Way> at(PeerAddress address, long nowNs) {
        if (ways.size() >= MAX) {
            ways.values().removeIf(Way::isIdle);
        }
        return ways.size() >= MAX && !ways.containsKey(address)
                ? Optional.empty()
                : Optional.of(ways.computeIfAbsent(address, _ -> new Way(address, nowNs)));
    }

    /** One that was dialled. */
    Way of(PeerAddress address) {
        return Objects.requireNonNull(ways.get(address));
    }

    /** Empty when it is forgotten. */
    Optional<Way> known(PeerAddress address) {
        return Optional.ofNullable(ways.get(address));
    }

    boolean leadsToSomebody(PeerAddress address) {
        Way way = ways.get(address);
        return way != null && !way.isIdle();
    }

    /** All but those in use. */
    void forgetAll() {
        ways.values().removeIf(way -> !way.inUse);
    }

    /** Why the last one that failed did; an answer that refused comes before silence. */
    Optional<String> lastFailure() {
        return ways.values().stream().filter(way -> !way.isIdle() && way.lastFailure != null)
                .sorted((a, b) -> Boolean.compare(b.refused, a.refused))
                .map(way -> way.address + ": " + way.lastFailure).findFirst();
    }

    /** Who is at fault, and how. */
    Optional<String> fault() {
        return ways.values().stream().filter(way -> !way.isIdle())
                .flatMap(way -> way.fault.map(how -> way.address + " " + how).stream())
                .findFirst();
    }

    boolean anyRefused() {
        return ways.values().stream().anyMatch(way -> !way.isIdle() && way.refused);
    }

    /** Those whose lines are open and on which nothing was said yet. */
    List<PeerAddress> silent() {
        return ways.values().stream().filter(way -> way.silent).map(way -> way.address).toList();
    }
}

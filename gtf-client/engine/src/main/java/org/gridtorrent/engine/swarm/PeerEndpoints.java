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
final class PeerEndpoints {
    private static final int MAX = 4000;

    private final Map<PeerAddress, PeerEndpoint> endpoints = new LinkedHashMap<>();

    /** A new one where it is not known; empty when there is no room. */
    Optional<PeerEndpoint> at(PeerAddress address, long nowNs) {
        if (endpoints.size() >= MAX) {
            endpoints.values().removeIf(PeerEndpoint::isIdle);
        }
        return endpoints.size() >= MAX && !endpoints.containsKey(address)
                ? Optional.empty()
                : Optional.of(endpoints.computeIfAbsent(address, _ -> new PeerEndpoint(address, nowNs)));
    }

    /** One that was dialled. */
    PeerEndpoint of(PeerAddress address) {
        return Objects.requireNonNull(endpoints.get(address));
    }

    /** Empty when it is forgotten. */
    Optional<PeerEndpoint> known(PeerAddress address) {
        return Optional.ofNullable(endpoints.get(address));
    }

    boolean leadsToSomebody(PeerAddress address) {
        PeerEndpoint endpoint = endpoints.get(address);
        return endpoint != null && !endpoint.isIdle();
    }

    /** All but those in use. */
    void forgetAll() {
        endpoints.values().removeIf(endpoint -> !endpoint.inUse);
    }

    /** Why the last one that failed did; an answer that refused comes before silence. */
    Optional<String> lastFailure() {
        return endpoints.values().stream().filter(endpoint -> !endpoint.isIdle() && endpoint.lastFailure != null)
                .sorted((a, b) -> Boolean.compare(b.refused, a.refused))
                .map(endpoint -> endpoint.address + ": " + endpoint.lastFailure).findFirst();
    }

    /** Who is at fault, and how. */
    Optional<String> fault() {
        return endpoints.values().stream().filter(endpoint -> !endpoint.isIdle())
                .flatMap(endpoint -> endpoint.fault.map(how -> endpoint.address + " " + how).stream())
                .findFirst();
    }

    boolean anyRefused() {
        return endpoints.values().stream().anyMatch(endpoint -> !endpoint.isIdle() && endpoint.refused);
    }

    /** Those whose lines are open and on which nothing was said yet. */
    List<PeerAddress> silent() {
        return endpoints.values().stream().filter(endpoint -> endpoint.silent).map(endpoint -> endpoint.address).toList();
    }
}

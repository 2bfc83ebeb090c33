package org.gridtorrent.engine.peers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.engine.transport.PeerAddress;

/**
 * All addresses of the peer list, by address. One that no known peer lists is kept while there is room,
 * so that its failures are remembered. Confined to the swarm's thread.
 */
final class PeerEndpoints {
    private static final int MAX_ENDPOINTS = 4000;

    private final Map<PeerAddress, PeerEndpoint> endpoints = new LinkedHashMap<>();

    /** The endpoint of the address, added when new; empty when there is no room. */
    Optional<PeerEndpoint> getOrAdd(PeerAddress address, long nowNs) {
        if (endpoints.size() >= MAX_ENDPOINTS) {
            endpoints.values().removeIf(PeerEndpoint::isIdle);
        }
        return endpoints.size() >= MAX_ENDPOINTS && !endpoints.containsKey(address)
                ? Optional.empty()
                : Optional.of(endpoints.computeIfAbsent(address,
                        _ -> new PeerEndpoint(address, nowNs)));
    }

    /** The endpoint of an address that was dialled. */
    PeerEndpoint get(PeerAddress address) {
        return Objects.requireNonNull(endpoints.get(address));
    }

    Optional<PeerEndpoint> find(PeerAddress address) {
        return Optional.ofNullable(endpoints.get(address));
    }

    /** Whether a known peer lists the address, or a connection uses it. */
    boolean isTaken(PeerAddress address) {
        return find(address).filter(endpoint -> !endpoint.isIdle()).isPresent();
    }

    void removeUnused() {
        endpoints.values().removeIf(endpoint -> !endpoint.inUse);
    }

    /** The last failure, with its address; a refusal comes before any other. */
    Optional<String> lastFailure() {
        return endpoints.values().stream()
                .filter(endpoint -> !endpoint.isIdle() && endpoint.lastFailure != null)
                .sorted((a, b) -> Boolean.compare(b.refused, a.refused))
                .map(endpoint -> endpoint.address + ": " + endpoint.lastFailure).findFirst();
    }

    /** The first fault of a peer, with its address. */
    Optional<String> fault() {
        return endpoints.values().stream().filter(endpoint -> !endpoint.isIdle())
                .flatMap(endpoint -> endpoint.fault.map(how -> endpoint.address + " " + how)
                        .stream())
                .findFirst();
    }

    boolean anyRefused() {
        return endpoints.values().stream()
                .anyMatch(endpoint -> !endpoint.isIdle() && endpoint.refused);
    }

    List<PeerAddress> awaitingHandshake() {
        return endpoints.values().stream().filter(endpoint -> endpoint.awaitingHandshake)
                .map(endpoint -> endpoint.address).toList();
    }
}

package org.gridtorrent.engine.peers;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.engine.transport.PeerAddress;

/**
 * Endpoints of the peer list, by address.
 *
 * <p>An endpoint that no known peer has any more is kept while there is room, so that its dial failures are
 * remembered. Confined to the swarm's thread.
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

    /** The last failure of the first endpoint that has one; refusals come before all others. */
    Optional<DialFailure> lastFailure() {
        return endpoints.values().stream().filter(endpoint -> !endpoint.isIdle())
                .flatMap(endpoint -> endpoint.lastFailure.stream())
                .min(Comparator.comparing(failure -> !failure.refused()));
    }

    /** The first fault of a peer. */
    Optional<PeerFault> fault() {
        return endpoints.values().stream().filter(endpoint -> !endpoint.isIdle())
                .flatMap(endpoint -> endpoint.fault.stream()).findFirst();
    }

    List<PeerAddress> awaitingHandshake() {
        return endpoints.values().stream().filter(endpoint -> endpoint.awaitingHandshake)
                .map(endpoint -> endpoint.address).toList();
    }
}

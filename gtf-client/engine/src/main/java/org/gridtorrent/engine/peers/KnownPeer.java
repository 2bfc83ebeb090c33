package org.gridtorrent.engine.peers;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A peer of the peer list: a device with all its addresses, or a single address. All endpoints that are
 * due are dialled together, and one of them is connected. Confined to the swarm's thread.
 */
final class KnownPeer {
    /** Null for a single address. */
    final @Nullable String device;
    /** In the order in which they are tried. */
    private List<PeerEndpoint> endpoints = List.of();
    final Set<PeerEndpoint> dialling = new HashSet<>();
    boolean connected;
    /** Set aside: it has nothing to exchange now, or it is connected by another address. */
    boolean spare;
    boolean banned;
    /** To be removed as soon as it is not in use. */
    boolean forgotten;
    long notBeforeNs;
    /** When a source last named it. */
    long namedNs;
    /** The number of the peer whose PEX message alone named it; null when another source did. */
    @Nullable
    Integer pexSource;

    KnownPeer(@Nullable String device, long nowNs) {
        this.device = device;
        this.notBeforeNs = nowNs;
        this.namedNs = nowNs;
    }

    List<PeerEndpoint> endpoints() {
        return endpoints;
    }

    /** Replaces the endpoints; each is listed once. */
    void setEndpoints(List<PeerEndpoint> now) {
        endpoints.forEach(endpoint -> endpoint.peers--);
        endpoints = List.copyOf(now);
        endpoints.forEach(endpoint -> endpoint.peers++);
    }

    boolean inUse() {
        return connected || !dialling.isEmpty();
    }

    /** Whether it can be dialled, now or later. */
    boolean isConnectCandidate() {
        return !banned && !forgotten && endpoints.stream().anyMatch(endpoint -> !endpoint.never);
    }

    /** The endpoints to dial now. */
    List<PeerEndpoint> due(long nowNs) {
        if (inUse() || banned || forgotten || nowNs - notBeforeNs < 0) {
            return List.of();
        }
        List<PeerEndpoint> due = new ArrayList<>();
        for (PeerEndpoint endpoint : endpoints) {
            if (endpoint.isDue(nowNs)) {
                due.add(endpoint);
            }
        }
        return due;
    }

    void dialSooner(long soonNs) {
        if (!inUse() && !spare && soonNs - notBeforeNs < 0) {
            notBeforeNs = soonNs;
        }
    }

    void setAside(long nowNs) {
        connected = false;
        spare = true;
        notBeforeNs = nowNs + PeerEndpoint.MAX_PAUSE_NS;
    }

    void recall(long nowNs) {
        if (spare) {
            spare = false;
            notBeforeNs = nowNs;
        }
    }
}

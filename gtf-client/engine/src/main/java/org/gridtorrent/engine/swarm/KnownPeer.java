package org.gridtorrent.engine.swarm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Somebody whom a swarm knows: a device by its name with all the ways to it, or an address of which no
 * more is known. It is dialled by all ways that are due together, and connected by one. For the owner's
 * thread.
 */
final class KnownPeer {
    /** Null for an address alone. */
    final @Nullable String device;
    /** In the order in which they are tried. */
    private List<PeerEndpoint> endpoints = List.of();
    final Set<PeerEndpoint> dialling = new HashSet<>();
    boolean connected;
    /** It is set aside: there is nothing to exchange with it now, or it is connected another endpoint. */
    boolean spare;
    boolean banned;
    /** It is to be forgotten as soon as it is not in use. */
    boolean forgotten;
    long notBeforeNs;
    /** When somebody named it last. */
    long namedNs;
    /** The peer that alone has told of it; null for one that is known otherwise. */
    @Nullable
    Integer informant;

    KnownPeer(@Nullable String device, long nowNs) {
        this.device = device;
        this.notBeforeNs = nowNs;
        this.namedNs = nowNs;
    }

    List<PeerEndpoint> endpoints() {
        return endpoints;
    }

    /** From now on it is found by these, each once. */
    void foundBy(List<PeerEndpoint> now) {
        endpoints.forEach(endpoint -> endpoint.parties--);
        endpoints = List.copyOf(now);
        endpoints.forEach(endpoint -> endpoint.parties++);
    }

    boolean inUse() {
        return connected || !dialling.isEmpty();
    }

    /** Whether it can be dialled at all, now or later. */
    boolean isReachable() {
        return !banned && !forgotten && endpoints.stream().anyMatch(endpoint -> !endpoint.never);
    }

    /** The ways by which to dial it now; none when it is not its time. */
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

    void hasten(long soonNs) {
        if (!inUse() && !spare && soonNs - notBeforeNs < 0) {
            notBeforeNs = soonNs;
        }
    }

    void setAside(long nowNs) {
        connected = false;
        spare = true;
        notBeforeNs = nowNs + PeerEndpoint.LONGEST_PAUSE_NS;
    }

    void recall(long nowNs) {
        if (spare) {
            spare = false;
            notBeforeNs = nowNs;
        }
    }
}

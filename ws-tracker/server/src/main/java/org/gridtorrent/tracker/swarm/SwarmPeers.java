package org.gridtorrent.tracker.swarm;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A swarm's members by all that they are looked up by. For its swarm's lock. */
final class SwarmPeers {
    private final SwarmLimits limits;
    private final AtomicInteger strangersInAll;
    private final PeerSampler draws;
    private final Map<PeerEndpoint, SwarmPeer> byPlace = new HashMap<>();
    /** Strangers who can be told by their key, by that and their family. */
    private final Map<Long, SwarmPeer> byKey = new HashMap<>();
    private final Map<Long, Integer> strangersOfHost = new HashMap<>();
    private int strangers;

    /** @param strangersInAll how many there are in all swarms, kept true by each */
    SwarmPeers(SwarmLimits limits, AtomicInteger strangersInAll, SplittableRandom random) {
        this.limits = limits;
        this.strangersInAll = strangersInAll;
        this.draws = new PeerSampler(random);
    }

    @Nullable
    SwarmPeer at(PeerEndpoint place) {
        return byPlace.get(place);
    }

    /** The stranger at another place who is the same by its key. */
    @Nullable
    SwarmPeer elsewhere(long who, PeerEndpoint place) {
        return AnnouncerKey.hasKey(who) ? byKey.get(inFamily(who, place)) : null;
    }

    Collection<SwarmPeer> all() {
        return List.copyOf(byPlace.values());
    }

    boolean hasRoom(PeerEndpoint place) {
        return strangers < limits.peersOfSwarm() && strangersInAll.get() < limits.peers()
                && strangersOfHost.getOrDefault(place.host(), 0) < limits.peersOfHost();
    }

    /** Nobody may be at its place. */
    void add(SwarmPeer member) {
        byPlace.put(member.place(), member);
        draws.of(member).add(member);
        if (!member.isOfSite()) {
            strangers++;
            strangersInAll.incrementAndGet();
            strangersOfHost.merge(member.place().host(), 1, Integer::sum);
            if (AnnouncerKey.hasKey(member.who)) {
                byKey.put(inFamily(member.who, member.place()), member);
            }
        }
    }

    void remove(SwarmPeer member) {
        byPlace.remove(member.place());
        draws.of(member).remove(member);
        if (!member.isOfSite()) {
            strangers--;
            strangersInAll.decrementAndGet();
            oneLess(member.place().host());
            byKey.remove(inFamily(member.who, member.place()), member);
        }
    }

    private void oneLess(long host) {
        int left = strangersOfHost.getOrDefault(host, 0) - 1;
        if (left > 0) {
            strangersOfHost.put(host, left);
        } else {
            strangersOfHost.remove(host);
        }
    }

    void complete(SwarmPeer member, boolean complete) {
        draws.of(member).remove(member);
        member.complete = complete;
        draws.of(member).add(member);
    }

    /** A client announces by each of its two families, as one and the same. */
    private static long inFamily(long who, PeerEndpoint place) {
        return place.isV6() ? ~who : who;
    }

    List<SwarmPeer> drawFor(Announce said) {
        return draws.draw(said);
    }

    ScrapeCounts counts(long downloads) {
        return new ScrapeCounts(draws.seeds(), draws.leeches(), downloads);
    }
}

package org.gridtorrent.engine.choke;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Choker: decides which interested peers are unchoked.
 *
 * <p>{@link ChokeMode#BY_RATE} is BitTorrent's own algorithm while we download (Cohen, "Incentives Build Robustness in
 * BitTorrent", 2003; BEP 3): every 10 seconds the peers with the highest rates get the upload slots, and an optimistic
 * unchoke moves every 30 seconds. Peers that send nothing or snub us get no slot by rate (anti-snubbing): such slots are
 * assigned optimistically, too.
 *
 * <p>Without trading, the choker keeps the line full: {@link UploadSlotSearch} finds how many slots that takes, and
 * peers take turns, those that have waited longest first. An unchoked peer without requests takes no slot and stays
 * unchoked. Turns are a second where all are {@link ChokeMode#COOPERATIVE}, since a piece is of use to the swarm once it
 * is whole, and rare pieces spread sooner. A seed among strangers has nothing to trade for either, and by rates a slow
 * peer would keep a slot for ever: its turns are ten seconds, since it chokes in the middle of a piece. A peer whose
 * line takes nothing in its turn comes last for a minute.
 *
 * <p>For one thread. Times are in nanoseconds and passed in.
 */
public final class Choker {
    private static final long OPTIMISTIC_UNCHOKE_NS = 30_000_000_000L;
    private static final long TRADING_ROUND_NS = 10_000_000_000L;
    /** Upload slots while trading, the optimistic one included. */
    private static final int TRADING_SLOTS = 8;
    private static final long TURN_NS = 1_000_000_000L;
    private static final long STRANGER_TURN_NS = 10_000_000_000L;
    private static final long PENALTY_NS = 60_000_000_000L;
    /** When an unchoked peer without requests is idle, and the interval of rounds without trading. */
    private static final long IDLE_NS = 250_000_000L;

    private final ChokeMode mode;
    private final int slots;
    private final UploadSlotSearch search;
    private final RandomGenerator random;
    private final Set<Integer> optimistic = new HashSet<>();
    private long optimisticSinceNs;

    /** A choker with this many upload slots at most. */
    public Choker(ChokeMode mode, int slots, RandomGenerator random) {
        if (slots < 1) {
            throw new IllegalArgumentException("upload slots: " + slots);
        }
        this.mode = mode;
        this.slots = slots;
        this.search = new UploadSlotSearch(slots);
        this.random = random;
    }

    public ChokeMode mode() {
        return mode;
    }

    /** The interval of rounds, apart from those after a change of interest. */
    public long roundNs(boolean downloading) {
        return trades(downloading) ? TRADING_ROUND_NS : IDLE_NS;
    }

    private boolean trades(boolean downloading) {
        return downloading && mode == ChokeMode.BY_RATE;
    }

    /**
     * The peers to unchoke; all others are choked.
     *
     * @param downloading whether we lack pieces, or only upload
     * @param sent bytes of blocks sent to all peers so far
     */
    public Set<Integer> unchoked(List<ChokerPeer> peers, boolean downloading, long sent,
            long nowNs) {
        List<ChokerPeer> interested = new ArrayList<>(
                peers.stream().filter(ChokerPeer::interested).toList());
        boolean trades = trades(downloading);
        int slotCount = trades
                ? Math.min(TRADING_SLOTS, slots)
                : slotCount(interested, sent, nowNs);
        if (interested.size() <= slotCount) {
            return numbers(interested);
        }
        return trades
                ? byRate(interested, slotCount, nowNs)
                : inTurns(interested, slotCount, nowNs);
    }

    private int slotCount(List<ChokerPeer> interested, long sent, long nowNs) {
        int active = (int) interested.stream().filter(peer -> peer.unchoked() && peer.hasRequests())
                .count();
        return search.slots(interested.size(), active, sent, nowNs);
    }

    private Set<Integer> inTurns(List<ChokerPeer> interested, int slotCount, long nowNs) {
        Collections.shuffle(interested, random);
        interested.sort(Comparator.comparingInt((ChokerPeer peer) -> rank(peer, nowNs))
                .thenComparingLong(ChokerPeer::sinceNs));
        Set<Integer> chosen = new HashSet<>();
        int used = 0;
        for (ChokerPeer peer : interested) {
            boolean idle = isIdle(peer, nowNs);
            if (idle || used < slotCount) {
                chosen.add(peer.number());
                used += idle ? 0 : 1;
            }
        }
        return chosen;
    }

    /** Peers in their turn come first, then those that wait, then those whose turn is over. */
    private int rank(ChokerPeer peer, long nowNs) {
        if (!peer.unchoked()) {
            return isPenalised(peer, nowNs) ? 3 : 1;
        }
        long turnNs = mode == ChokeMode.COOPERATIVE ? TURN_NS : STRANGER_TURN_NS;
        return nowNs - peer.sinceNs() < turnNs ? 0 : 2;
    }

    /** Whether its line took nothing in its last turn. */
    private boolean isPenalised(ChokerPeer peer, long nowNs) {
        return mode == ChokeMode.BY_RATE && peer.stalled() && nowNs - peer.sinceNs() < PENALTY_NS;
    }

    /** Whether it is unchoked and requests nothing. */
    private static boolean isIdle(ChokerPeer peer, long nowNs) {
        return peer.unchoked() && !peer.hasRequests() && nowNs - peer.sinceNs() >= IDLE_NS;
    }

    private Set<Integer> byRate(List<ChokerPeer> interested, int slotCount, long nowNs) {
        interested.sort(Comparator.comparingLong(ChokerPeer::downloadRate).reversed());
        Set<Integer> chosen = numbers(interested.stream()
                .filter(peer -> peer.downloadRate() > 0 && !peer.snubbed()).limit(slotCount - 1L)
                .toList());
        List<Integer> rest = new ArrayList<>(numbers(interested));
        rest.removeAll(chosen);
        optimistic.retainAll(rest);
        if (optimistic.isEmpty() || nowNs - optimisticSinceNs >= OPTIMISTIC_UNCHOKE_NS) {
            optimistic.clear();
            optimisticSinceNs = nowNs;
        }
        Collections.shuffle(rest, random);
        int free = slotCount - chosen.size();
        rest.stream().filter(peer -> !optimistic.contains(peer))
                .limit(Math.max(0, free - optimistic.size())).toList().forEach(optimistic::add);
        optimistic.stream().limit(free).forEach(chosen::add);
        return chosen;
    }

    private static Set<Integer> numbers(List<ChokerPeer> peers) {
        Set<Integer> numbers = new HashSet<>();
        peers.forEach(peer -> numbers.add(peer.number()));
        return numbers;
    }
}

package org.gridtorrent.engine.choke;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Decides from time to time, and when somebody's interest changes, who has an upload slot.
 *
 * <p>{@link ChokeMode#BY_RATE} while content is fetched is BitTorrent's own rule (Cohen 2003, BEP 3
 * "choking"): of eight slots an optimistic one moves every 30 seconds, and the others are the fastest
 * ones'; it is applied every 10 seconds. Who gives nothing, or snubs us, has none of the latter
 * ("anti-snubbing"): what that leaves free is given optimistically too.
 *
 * <p>Who does not trade keeps the line full: as many peers are served at a time as that takes
 * ({@link UploadSlotSearch}), in turns, those first who have waited longest. Who may ask and asks for nothing
 * takes no slot, and may still ask. Turns are quick where all are {@link ChokeMode#COOPERATIVE}, since a
 * piece is of use to the swarm when it is whole, and what a peer has that others lack comes to all of
 * them sooner. A seed among strangers has nothing to trade for either, and who is slow would keep a slot
 * from all others for ever; its turns are ten seconds, since it chokes in the middle of a piece; who asks
 * and whose line takes nothing in its turn comes after all others for a minute.
 *
 * <p>For one thread.
 */
public final class Choker {
    private static final long OPTIMISTIC_NS = 30_000_000_000L;
    private static final long BY_RATE_ROUND_NS = 10_000_000_000L;
    /** Of slots for peers that trade. */
    private static final int TRADED = 8;
    private static final long TURN_NS = 1_000_000_000L;
    private static final long TURN_OF_STRANGERS_NS = 10_000_000_000L;
    private static final long BEHIND_NS = 60_000_000_000L;
    /** How long who was just unchoked has to ask for something, and how often turns are looked at. */
    private static final long PAUSE_NS = 250_000_000L;

    private final ChokeMode mode;
    private final int slots;
    private final UploadSlotSearch search;
    private final RandomGenerator random;
    private final Set<Integer> optimistic = new HashSet<>();
    private long optimisticSinceNs;

    /** @param slots how many are served at a time, at most */
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

    /** How often to ask who is to be unchoked, when nothing else is reason to. */
    public long roundNs(boolean fetching) {
        return trades(fetching) ? BY_RATE_ROUND_NS : PAUSE_NS;
    }

    private boolean trades(boolean fetching) {
        return fetching && mode == ChokeMode.BY_RATE;
    }

    /**
     * The peers to have unchoked from now on; all others are choked.
     *
     * @param fetching whether this side takes content too, or only gives it
     * @param sent bytes of content, to all peers, so far
     */
    public Set<Integer> unchoked(List<ChokerPeer> candidates, boolean fetching, long sent,
            long nowNs) {
        List<ChokerPeer> interested = new ArrayList<>(
                candidates.stream().filter(ChokerPeer::interested).toList());
        boolean trades = trades(fetching);
        int atOnce = trades ? Math.min(TRADED, slots) : search(interested, sent, nowNs);
        if (interested.size() <= atOnce) {
            return numbers(interested);
        }
        return trades ? byRate(interested, atOnce, nowNs) : inTurns(interested, atOnce, nowNs);
    }

    private int search(List<ChokerPeer> interested, long sent, long nowNs) {
        int busy = (int) interested.stream().filter(one -> one.unchoked() && one.busy()).count();
        return search.slots(interested.size(), busy, sent, nowNs);
    }

    private Set<Integer> inTurns(List<ChokerPeer> interested, int atOnce, long nowNs) {
        Collections.shuffle(interested, random);
        interested.sort(Comparator.comparingInt((ChokerPeer one) -> rank(one, nowNs))
                .thenComparingLong(ChokerPeer::sinceNs));
        Set<Integer> chosen = new HashSet<>();
        int taken = 0;
        for (ChokerPeer one : interested) {
            boolean idle = isIdle(one, nowNs);
            if (idle || taken < atOnce) {
                chosen.add(one.peer());
                taken += idle ? 0 : 1;
            }
        }
        return chosen;
    }

    /** Who is served stays for its turn; then the waiting come first. */
    private int rank(ChokerPeer one, long nowNs) {
        if (!one.unchoked()) {
            return isBehind(one, nowNs) ? 3 : 1;
        }
        long turnNs = mode == ChokeMode.COOPERATIVE ? TURN_NS : TURN_OF_STRANGERS_NS;
        return nowNs - one.sinceNs() < turnNs ? 0 : 2;
    }

    /** A stranger whose line took nothing in a whole turn lets all others go first for a while. */
    private boolean isBehind(ChokerPeer one, long nowNs) {
        return mode == ChokeMode.BY_RATE && one.stalled() && nowNs - one.sinceNs() < BEHIND_NS;
    }

    /** It was told that it may ask, and has nothing to ask for. */
    private static boolean isIdle(ChokerPeer one, long nowNs) {
        return one.unchoked() && !one.busy() && nowNs - one.sinceNs() >= PAUSE_NS;
    }

    private Set<Integer> byRate(List<ChokerPeer> interested, int atOnce, long nowNs) {
        interested.sort(Comparator.comparingLong(ChokerPeer::rate).reversed());
        Set<Integer> chosen = numbers(interested.stream()
                .filter(one -> one.rate() > 0 && !one.snubs()).limit(atOnce - 1L).toList());
        List<Integer> rest = new ArrayList<>(numbers(interested));
        rest.removeAll(chosen);
        optimistic.retainAll(rest);
        if (optimistic.isEmpty() || nowNs - optimisticSinceNs >= OPTIMISTIC_NS) {
            optimistic.clear();
            optimisticSinceNs = nowNs;
        }
        Collections.shuffle(rest, random);
        int free = atOnce - chosen.size();
        rest.stream().filter(peer -> !optimistic.contains(peer))
                .limit(Math.max(0, free - optimistic.size())).toList().forEach(optimistic::add);
        optimistic.stream().limit(free).forEach(chosen::add);
        return chosen;
    }

    private static Set<Integer> numbers(List<ChokerPeer> candidates) {
        Set<Integer> numbers = new HashSet<>();
        candidates.forEach(candidate -> numbers.add(candidate.peer()));
        return numbers;
    }
}

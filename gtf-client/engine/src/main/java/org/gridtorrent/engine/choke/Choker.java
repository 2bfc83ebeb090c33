package org.gridtorrent.engine.choke;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Decides every ten seconds, and when somebody's interest changes, who has an upload slot.
 *
 * <p>{@link ChokeMode#BY_RATE} is BitTorrent's own rule (Cohen 2003, BEP 3 "choking"): the fastest
 * {@code slots - 1} and an optimistic one that moves every 30 seconds. {@link ChokeMode#COOPERATIVE}
 * gives every interested peer a slot while there are enough; when there are not, those that have had
 * theirs for longest give way every 30 seconds, so that nobody waits for ever.
 *
 * <p>For one thread.
 */
public final class Choker {
    private static final long TURN_NS = 30_000_000_000L;
    private static final int NOBODY = -1;

    private final ChokeMode mode;
    private final int slots;
    private final RandomGenerator random;
    private int optimistic = NOBODY;
    private long optimisticSinceNs;

    public Choker(ChokeMode mode, int slots, RandomGenerator random) {
        if (slots < 1) {
            throw new IllegalArgumentException("upload slots: " + slots);
        }
        this.mode = mode;
        this.slots = slots;
        this.random = random;
    }

    /** The peers to have unchoked from now on; all others are choked. */
    public Set<Integer> unchoked(List<Candidate> candidates, long nowNs) {
        List<Candidate> interested = new ArrayList<>(
                candidates.stream().filter(Candidate::interested).toList());
        if (interested.size() <= slots) {
            return numbers(interested);
        }
        return switch (mode) {
            case COOPERATIVE -> inTurns(interested, nowNs);
            case BY_RATE -> byRate(interested, nowNs);
        };
    }

    private Set<Integer> inTurns(List<Candidate> interested, long nowNs) {
        Collections.shuffle(interested, random);
        interested.sort(Comparator.comparingInt(candidate -> rank(candidate, nowNs)));
        return numbers(interested.subList(0, slots));
    }

    /** A slot's holder keeps it for its turn; then the waiting come first. */
    private static int rank(Candidate candidate, long nowNs) {
        if (!candidate.unchoked()) {
            return 1;
        }
        return nowNs - candidate.unchokedNs() < TURN_NS ? 0 : 2;
    }

    private Set<Integer> byRate(List<Candidate> interested, long nowNs) {
        interested.sort(Comparator.comparingLong(Candidate::rate).reversed());
        Set<Integer> chosen = numbers(interested.subList(0, slots - 1));
        List<Candidate> rest = interested.subList(slots - 1, interested.size());
        boolean stays = rest.stream().anyMatch(candidate -> candidate.peer() == optimistic);
        if (!stays || nowNs - optimisticSinceNs >= TURN_NS) {
            optimistic = rest.get(random.nextInt(rest.size())).peer();
            optimisticSinceNs = nowNs;
        }
        chosen.add(optimistic);
        return chosen;
    }

    private static Set<Integer> numbers(List<Candidate> candidates) {
        Set<Integer> numbers = new HashSet<>();
        candidates.forEach(candidate -> numbers.add(candidate.peer()));
        return numbers;
    }
}

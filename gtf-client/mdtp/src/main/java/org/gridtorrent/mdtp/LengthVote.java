package org.gridtorrent.mdtp;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Vote of the replicas on the file's length.
 *
 * <p>The first length counts until another one has more votes. A length that was known before is not voted
 * on. Pure; confined to one thread.
 */
final class LengthVote {
    private final boolean isKnown;
    private boolean isOfEarlierFetch;
    private final Map<Integer, Long> votes = new HashMap<>();
    private OptionalLong chosen;

    /** What a vote led to. */
    enum Outcome {
        AGREES, DISAGREES,
        /** Another length than before is chosen. */
        CHOSEN_ANEW
    }

    /**
     * @param known from another source than the replicas
     * @param earlier of an earlier fetch, whose bytes are there
     */
    LengthVote(OptionalLong known, OptionalLong earlier) {
        isKnown = known.isPresent();
        isOfEarlierFetch = !isKnown && earlier.isPresent();
        chosen = isKnown ? known : earlier;
    }

    OptionalLong chosen() {
        return chosen;
    }

    /** Counts what a replica says. */
    Outcome vote(int replica, long length) {
        votes.put(replica, length);
        if (chosen.isEmpty()) {
            chosen = OptionalLong.of(length);
        }
        if (chosen.getAsLong() == length) {
            return Outcome.AGREES;
        }
        if (isKnown || isOfEarlierFetch || votesFor(length) <= votesFor(chosen.getAsLong())) {
            return Outcome.DISAGREES;
        }
        chosen = OptionalLong.of(length);
        return Outcome.CHOSEN_ANEW;
    }

    /** Whether another length has as many votes as the chosen one. */
    boolean isTied() {
        return !isKnown && chosen.isPresent() && votes.values().stream()
                .anyMatch(length -> length != chosen.getAsLong()
                        && votesFor(length) >= votesFor(chosen.getAsLong()));
    }

    /** Whether the length of an earlier fetch is one that no replica says. */
    boolean isEarlierOneRefuted() {
        return isOfEarlierFetch && isTied() && votesFor(chosen.orElseThrow()) == 0;
    }

    /** Drops the chosen length, which is false; returns whether there is another one to try. */
    boolean rejectChosen() {
        if (isKnown || chosen.isEmpty()) {
            return false;
        }
        isOfEarlierFetch = false;
        votes.values().removeAll(Collections.singleton(chosen.getAsLong()));
        chosen = votes.values().stream()
                .max((one, other) -> Integer.compare(votesFor(one), votesFor(other)))
                .map(OptionalLong::of).orElse(OptionalLong.empty());
        return chosen.isPresent();
    }

    private int votesFor(long length) {
        return Collections.frequency(votes.values(), length);
    }
}

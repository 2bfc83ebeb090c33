package org.gridtorrent.tracker.limit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;

/**
 * What is open, by whose it is. When one has too many, the newest goes; when there are too many in all,
 * the newest goes of whoever has most, so that whoever has few still gets in. Not thread-safe.
 */
final class FairShares<T> {
    private final int most;
    private final int mostOfOne;
    private final Map<String, LinkedHashSet<T>> byOwner = new HashMap<>();
    private int count;

    FairShares(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** Adds it; the one that has to go for it, which stays counted until it is removed. */
    Optional<T> add(String owner, T added) {
        LinkedHashSet<T> own = byOwner.computeIfAbsent(owner, _ -> new LinkedHashSet<>());
        own.add(added);
        count++;
        if (own.size() > mostOfOne) {
            return Optional.of(added);
        }
        return count > most
                ? byOwner.values().stream().max(Comparator.comparingInt(LinkedHashSet::size))
                        .map(LinkedHashSet::getLast)
                : Optional.empty();
    }

    void remove(String owner, T removed) {
        LinkedHashSet<T> own = byOwner.get(owner);
        if (own != null && own.remove(removed)) {
            count--;
            if (own.isEmpty()) {
                byOwner.remove(owner);
            }
        }
    }

    int count() {
        return count;
    }
}

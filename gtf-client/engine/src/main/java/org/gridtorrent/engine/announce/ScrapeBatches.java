package org.gridtorrent.engine.announce;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Gathers what is to be scraped, so that one scrape asks a tracker for many contents (BEP 48): those
 * of two seconds, or as many as fit. For one thread; the clock is passed in.
 *
 * @param <T> what stands for a content
 */
final class ScrapeBatches<T> {
    private static final long GATHER_NS = 2_000_000_000L;

    private final Map<URI, Gathered<T>> gathered = new LinkedHashMap<>();

    /** One scrape. */
    record Batch<T>(URI tracker, List<T> wishes) {
        Batch {
            wishes = List.copyOf(wishes);
        }
    }

    private record Gathered<T>(List<T> wishes, long endNs) {}

    void want(URI tracker, T wish, long nowNs) {
        gathered.computeIfAbsent(tracker, uri -> new Gathered<>(new ArrayList<>(),
                nowNs + GATHER_NS)).wishes().add(wish);
    }

    /** A scrape that is due; to be called until it is empty. */
    Optional<Batch<T>> next(long nowNs) {
        Optional<URI> due = gathered.entrySet().stream()
                .filter(each -> nowNs - each.getValue().endNs() >= 0 || each.getValue().wishes()
                        .size() >= TrackerClient.maxScraped(each.getKey()))
                .map(Map.Entry::getKey).findFirst();
        return due.map(this::take);
    }

    private Batch<T> take(URI tracker) {
        List<T> wishes = Objects.requireNonNull(gathered.get(tracker)).wishes();
        List<T> taken = wishes.subList(0,
                Math.min(TrackerClient.maxScraped(tracker), wishes.size()));
        var batch = new Batch<>(tracker, taken);
        taken.clear();
        if (wishes.isEmpty()) {
            gathered.remove(tracker);
        }
        return batch;
    }

    /** How long until {@link #next} has something, unless more is wanted before. */
    long waitNs(long nowNs) {
        return gathered.values().stream().mapToLong(each -> each.endNs() - nowNs).min()
                .orElse(Long.MAX_VALUE);
    }
}

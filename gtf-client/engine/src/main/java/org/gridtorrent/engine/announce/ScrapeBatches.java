package org.gridtorrent.engine.announce;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Batches of scrapes, so that one request to a tracker covers many torrents (BEP 48).
 *
 * <p>A batch is due after two seconds, or when it is full. For one thread; the clock is passed in.
 *
 * @param <T> stands for a torrent
 */
final class ScrapeBatches<T> {
    private static final long GATHER_NS = 2_000_000_000L;

    private final Map<URI, Gathered<T>> gathered = new LinkedHashMap<>();

    /** One scrape request. */
    record Batch<T>(URI tracker, List<T> targets) {
        Batch {
            targets = List.copyOf(targets);
        }
    }

    private record Gathered<T>(List<T> targets, long endNs) {}

    void add(URI tracker, T target, long nowNs) {
        gathered.computeIfAbsent(tracker, uri -> new Gathered<>(new ArrayList<>(),
                nowNs + GATHER_NS)).targets().add(target);
    }

    /** A batch that is due; to be called until empty. */
    Optional<Batch<T>> next(long nowNs) {
        Optional<URI> due = gathered.entrySet().stream()
                .filter(each -> nowNs - each.getValue().endNs() >= 0 || each.getValue().targets()
                        .size() >= TrackerClient.maxScraped(each.getKey()))
                .map(Map.Entry::getKey).findFirst();
        return due.map(this::take);
    }

    private Batch<T> take(URI tracker) {
        List<T> targets = Objects.requireNonNull(gathered.get(tracker)).targets();
        List<T> taken = targets.subList(0,
                Math.min(TrackerClient.maxScraped(tracker), targets.size()));
        var batch = new Batch<>(tracker, taken);
        taken.clear();
        if (targets.isEmpty()) {
            gathered.remove(tracker);
        }
        return batch;
    }

    /** The time until {@link #next} has a batch, unless more are added. */
    long waitNs(long nowNs) {
        return gathered.values().stream().mapToLong(each -> each.endNs() - nowNs).min()
                .orElse(Long.MAX_VALUE);
    }
}

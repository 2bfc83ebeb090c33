package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.engine.announce.message.TransferStats;
import org.jspecify.annotations.Nullable;

/**
 * Tracker tiers of one torrent (BEP 12): decides to which tracker to announce, and when.
 *
 * <p>Trackers are shuffled within their tiers at the start. A round tries them in order, without those that back
 * off after a failure, until one responds; that one moves to the front of its
 * tier and says when the next round is. When none responds, the next round is when the first
 * back-off is over. While one is silent, the next one may be tried already: every response counts.
 *
 * <p>A private torrent stays with the tracker that responds until it fails; when another takes its
 * place, the peers of the former are disconnected (BEP 27). For one thread; the clock is passed in.
 */
final class TrackerTiers {
    /** Announces are late by up to a tenth of the interval, so that torrents do not stay in step. */
    private static final int JITTER_FRACTION = 10;
    /** Further trackers are ignored. */
    private static final int MAX_TRACKERS = 100;

    private final List<List<TrackerEntry>> tiers = new ArrayList<>();
    private final BooleanSupplier isPrivate;
    private final RandomGenerator random;
    private final Set<TrackerEntry> tried = new HashSet<>();
    /** Announced to, without a response or failure so far. */
    private final Set<TrackerEntry> pending = new HashSet<>();
    private @Nullable TrackerEntry current;
    private long dueNs;
    private boolean completionPending;
    private boolean wasIncomplete;

    /** @param firstNs earliest time of the first announce */
    TrackerTiers(List<List<URI>> tiers, BooleanSupplier isPrivate, RandomGenerator random,
            long firstNs) {
        this.isPrivate = isPrivate;
        this.random = random;
        this.dueNs = firstNs;
        Set<URI> known = new HashSet<>();
        for (List<URI> tier : tiers) {
            List<TrackerEntry> entries = new ArrayList<>();
            tier.stream().filter(uri -> known.size() < MAX_TRACKERS && known.add(uri))
                    .forEach(uri -> entries.add(new TrackerEntry(uri, firstNs)));
            Collections.shuffle(entries, random);
            this.tiers.add(entries);
        }
    }

    /** When to call {@link #nextTracker}. */
    long dueNs() {
        return dueNs;
    }

    /** The tracker to announce to now, if any; {@link #responded} or {@link #failed} has to follow. */
    Optional<TrackerEntry> nextTracker(long nowNs) {
        if (nowNs - dueNs < 0) {
            return Optional.empty();
        }
        Optional<TrackerEntry> next = candidates(nowNs).findFirst();
        if (next.isPresent()) {
            completionPending = false;
            tried.add(next.get());
            pending.add(next.get());
        } else if (pending.isEmpty()) {
            tried.clear();
            dueNs = earliestNs(nowNs);
        }
        return next;
    }

    private Stream<TrackerEntry> candidates(long nowNs) {
        return inOrder().filter(entry -> entry.isDue(nowNs) && !tried.contains(entry)
                && !pending.contains(entry));
    }

    private Stream<TrackerEntry> inOrder() {
        Stream<TrackerEntry> all = tiers.stream().flatMap(List::stream);
        return isPrivate.getAsBoolean() && current != null
                ? Stream.concat(Stream.of(current), all.filter(entry -> entry != current))
                : all;
    }

    private long earliestNs(long nowNs) {
        if (isPrivate.getAsBoolean() && current != null) {
            return current.notBeforeNs();
        }
        return nowNs + inOrder().mapToLong(entry -> entry.notBeforeNs() - nowNs).min()
                .orElse(Long.MAX_VALUE / 4);
    }

    /** Whether another tracker could be tried at once. */
    boolean hasAlternative(long nowNs) {
        return candidates(nowNs).findAny().isPresent();
    }

    /**
     * Whether another tracker may be tried while one is silent. Not for a private torrent, which has one
     * tracker at a time (BEP 27).
     */
    boolean mayAnnounceInParallel(long nowNs) {
        return !isPrivate.getAsBoolean() && hasAlternative(nowNs);
    }

    /** The announce was not sent: the tracker is the next again, a little later. */
    void postpone(TrackerEntry entry, long untilNs) {
        pending.remove(entry);
        tried.remove(entry);
        dueNs = untilNs;
    }

    Event event(TrackerEntry entry, TransferStats stats) {
        wasIncomplete |= stats.left() > 0;
        return entry.event(stats, wasIncomplete && stats.left() == 0);
    }

    /** The download has completed: announced at once, unless it was complete from the start. */
    void completed(long nowNs) {
        if (wasIncomplete) {
            completionPending = true;
            dueNs = nowNs;
        }
    }

    /** Returns whether the peers known so far are to be disconnected. */
    boolean responded(TrackerEntry entry, TrackerResponse response, AnnounceRequest request,
            long nowNs) {
        pending.remove(entry);
        entry.responded(response, request, nowNs);
        for (List<TrackerEntry> tier : tiers) {
            if (tier.remove(entry)) {
                tier.addFirst(entry);
            }
        }
        tried.clear();
        long intervalNs = response.interval().toNanos();
        dueNs = completionPending
                ? nowNs
                : nowNs + intervalNs + random.nextLong(intervalNs / JITTER_FRACTION + 1);
        boolean changed = isPrivate.getAsBoolean() && current != null && current != entry;
        current = entry;
        return changed;
    }

    void failed(TrackerEntry entry, IOException cause, long nowNs) {
        pending.remove(entry);
        entry.failed(cause, nowNs, random);
    }

    /** The trackers that need a stopped event. */
    List<TrackerEntry> needingStopped() {
        return inOrder().filter(TrackerEntry::needsStopped).toList();
    }

    /** @param now the time of day at {@code nowNs} */
    List<TrackerStatus> statuses(long nowNs, Instant now) {
        return inOrder().map(entry -> entry.status(nextAnnounceNs(entry)
                .map(nextNs -> now.plusNanos(Math.max(0, nextNs - nowNs))))).toList();
    }

    private Optional<Long> nextAnnounceNs(TrackerEntry entry) {
        return switch (entry.state()) {
            case NOT_YET -> Optional.empty();
            case WORKING -> entry == current ? Optional.of(dueNs) : Optional.empty();
            case FAILING -> Optional
                    .of(dueNs - entry.notBeforeNs() > 0 ? dueNs : entry.notBeforeNs());
        };
    }
}

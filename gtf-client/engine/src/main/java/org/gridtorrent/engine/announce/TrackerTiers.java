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
import org.gridtorrent.engine.announce.AnnounceRequest.Event;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of a content's trackers is asked, and when. For one thread; the clock is passed in.
 *
 * <p>TrackerClient are shuffled within their tiers at the start. A round asks them in order, passing over
 * those that are left alone after a failure, until one answers; that one moves to the front of its
 * tier (BEP 12) and says when the next round is. When none answers, the next round is when the first of
 * them may be asked again. While one is silent, the next one may be asked already: each that answers
 * counts.
 *
 * <p>A private content stays with the tracker that answers until it fails; when another one takes its
 * place, peers that the last one named are left (BEP 27).
 */
final class TrackerTiers {
    /** Announces are late by up to a tenth, so that those made together do not stay together. */
    private static final int JITTER_FRACTION = 10;
    /** More trackers than this are not tried. */
    private static final int MAX_TRACKERS = 100;

    private final List<List<TrackerEntry>> tiers = new ArrayList<>();
    private final BooleanSupplier isPrivate;
    private final RandomGenerator random;
    private final Set<TrackerEntry> tried = new HashSet<>();
    /** Of which neither an answer nor a failure has come yet. */
    private final Set<TrackerEntry> asked = new HashSet<>();
    private @Nullable TrackerEntry current;
    private long dueNs;
    private boolean hastened;
    private boolean wasIncomplete;

    /** @param firstNs not to begin before */
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

    /** When {@link #next} has something to say. */
    long dueNs() {
        return dueNs;
    }

    /** Whom to ask now, if anybody; then either {@link #answered} or {@link #failed} has to follow. */
    Optional<TrackerEntry> next(long nowNs) {
        if (nowNs - dueNs < 0) {
            return Optional.empty();
        }
        Optional<TrackerEntry> next = candidates(nowNs).findFirst();
        if (next.isPresent()) {
            hastened = false;
            tried.add(next.get());
            asked.add(next.get());
        } else if (asked.isEmpty()) {
            tried.clear();
            dueNs = earliestNs(nowNs);
        }
        return next;
    }

    private Stream<TrackerEntry> candidates(long nowNs) {
        return inOrder().filter(entry -> entry.isDue(nowNs) && !tried.contains(entry)
                && !asked.contains(entry));
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

    /** Whether there is another to ask at once should this one fail. */
    boolean hasAlternative(long nowNs) {
        return candidates(nowNs).findAny().isPresent();
    }

    /**
     * Whether another may be asked while this one is silent. Not of a private content, which has one
     * tracker at a time (BEP 27).
     */
    boolean mayAskAnother(long nowNs) {
        return !isPrivate.getAsBoolean() && hasAlternative(nowNs);
    }

    /** It was not asked after all: it comes first again, a little later. */
    void postpone(TrackerEntry entry, long untilNs) {
        asked.remove(entry);
        tried.remove(entry);
        dueNs = untilNs;
    }

    Event event(TrackerEntry entry, TransferStats share) {
        wasIncomplete |= share.left() > 0;
        return entry.event(share, wasIncomplete && share.left() == 0);
    }

    /** Everything has come: a tracker that knows that something was missing is told at once. */
    void completed(long nowNs) {
        if (wasIncomplete) {
            hastened = true;
            dueNs = nowNs;
        }
    }

    /** True when the peers that were known till now are to be left. */
    boolean answered(TrackerEntry entry, TrackerResponse answer, AnnounceRequest told, long nowNs) {
        asked.remove(entry);
        entry.answered(answer, told, nowNs);
        for (List<TrackerEntry> tier : tiers) {
            if (tier.remove(entry)) {
                tier.addFirst(entry);
            }
        }
        tried.clear();
        long intervalNs = answer.interval().toNanos();
        dueNs = hastened
                ? nowNs
                : nowNs + intervalNs + random.nextLong(intervalNs / JITTER_FRACTION + 1);
        boolean another = isPrivate.getAsBoolean() && current != null && current != entry;
        current = entry;
        return another;
    }

    void failed(TrackerEntry entry, IOException why, long nowNs) {
        asked.remove(entry);
        entry.failed(why, nowNs, random);
    }

    /** Those that have to be told of the end. */
    List<TrackerEntry> farewells() {
        return inOrder().filter(TrackerEntry::awaitsFarewell).toList();
    }

    /** @param now the time of day at the clock's time */
    List<TrackerStatus> statuses(long nowNs, Instant now) {
        return inOrder().map(entry -> entry.status(nextNs(entry)
                .map(nextNs -> now.plusNanos(Math.max(0, nextNs - nowNs))))).toList();
    }

    private Optional<Long> nextNs(TrackerEntry entry) {
        return switch (entry.state()) {
            case NOT_YET -> Optional.empty();
            case WORKING -> entry == current ? Optional.of(dueNs) : Optional.empty();
            case FAILING -> Optional
                    .of(dueNs - entry.notBeforeNs() > 0 ? dueNs : entry.notBeforeNs());
        };
    }
}

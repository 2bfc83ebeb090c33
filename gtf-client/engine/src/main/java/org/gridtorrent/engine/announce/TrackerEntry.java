package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.announce.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.TrackerStatus.State;

/**
 * One tracker of one content, and how it has answered. One that fails is left alone for a while that
 * doubles, with jitter: 5 s to 5 min for silence and nonsense, 1 to 30 min for a refusal, or as long as
 * the refusal says (BEP 31). For one thread; the clock is passed in.
 */
final class TrackerEntry {
    private static final long FIRST_PAUSE_NS = 5_000_000_000L;
    private static final long LONGEST_PAUSE_NS = 300_000_000_000L;
    private static final long FIRST_REFUSED_PAUSE_NS = 60_000_000_000L;
    private static final long LONGEST_REFUSED_PAUSE_NS = 1_800_000_000_000L;

    private static final long SCRAPE_PAUSE_NS = 3_600_000_000_000L;
    private static final long SCRAPE_FAILED_PAUSE_NS = 6 * SCRAPE_PAUSE_NS;

    private final URI uri;
    private State state = State.NOT_YET;
    private String message = "";
    private SwarmCounts counts = SwarmCounts.UNKNOWN;
    private String trackerId = "";
    private int failures;
    private long notBeforeNs;
    private long scrapeNotBeforeNs;
    private boolean knowsUs;
    private boolean knowsCompletion;

    TrackerEntry(URI uri, long nowNs) {
        this.uri = uri;
        this.notBeforeNs = nowNs;
        this.scrapeNotBeforeNs = nowNs;
    }

    URI uri() {
        return uri;
    }

    String trackerId() {
        return trackerId;
    }

    long notBeforeNs() {
        return notBeforeNs;
    }

    boolean isDue(long nowNs) {
        return nowNs - notBeforeNs >= 0;
    }

    SwarmCounts counts() {
        return counts;
    }

    void counts(SwarmCounts told) {
        counts = told.or(counts);
    }

    /** True when it should be scraped for what its announces do not say; then not again for an hour. */
    boolean takeScrape(TrackerResponse announced, long nowNs) {
        if (announced.counts().isWhole() || nowNs - scrapeNotBeforeNs < 0) {
            return false;
        }
        scrapeNotBeforeNs = nowNs + SCRAPE_PAUSE_NS;
        return true;
    }

    /** Most that cannot be scraped never can. */
    void scrapeFailed(long nowNs) {
        scrapeNotBeforeNs = nowNs + SCRAPE_FAILED_PAUSE_NS;
    }

    /**
     * What it has to be told now.
     *
     * @param completedHere everything came since this content was started
     */
    Event event(TransferStats share, boolean completedHere) {
        if (!knowsUs) {
            return Event.STARTED;
        }
        if (completedHere && !knowsCompletion) {
            return Event.COMPLETED;
        }
        return share.partialSeed() ? Event.PAUSED : Event.PERIODIC;
    }

    /** It answers and has been told that this side takes part: so it has to be told of the end. */
    boolean awaitsFarewell() {
        return knowsUs && state == State.WORKING;
    }

    void answered(TrackerResponse answer, AnnounceRequest told, long nowNs) {
        state = State.WORKING;
        message = answer.warning().isEmpty() ? "" : "it warns: " + answer.warning();
        counts(answer.counts());
        trackerId = answer.trackerId().isEmpty() ? trackerId : answer.trackerId();
        failures = 0;
        notBeforeNs = nowNs;
        knowsUs = told.event() != Event.STOPPED;
        knowsCompletion |= told.share().left() == 0;
    }

    void failed(IOException why, long nowNs, RandomGenerator random) {
        state = State.FAILING;
        message = String.valueOf(why.getMessage());
        notBeforeNs = nowNs + pauseNs(why, random);
        failures++;
    }

    private long pauseNs(IOException why, RandomGenerator random) {
        if (!(why instanceof TrackerFailureException refusal)) {
            return jittered(FIRST_PAUSE_NS, LONGEST_PAUSE_NS, random);
        }
        return refusal.retryIn().map(wait -> wait.toNanos())
                .orElseGet(() -> jittered(FIRST_REFUSED_PAUSE_NS, LONGEST_REFUSED_PAUSE_NS,
                        random));
    }

    private long jittered(long firstNs, long longestNs, RandomGenerator random) {
        long pauseNs = Math.min(longestNs, firstNs << Math.min(failures, 20));
        return pauseNs / 2 + random.nextLong(pauseNs / 2 + 1);
    }

    TrackerStatus status(Optional<Instant> next) {
        return new TrackerStatus(uri, state, message, next, counts);
    }

    State state() {
        return state;
    }
}

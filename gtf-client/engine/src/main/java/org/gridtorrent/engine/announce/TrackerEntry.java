package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.announce.TrackerStatus.State;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerFailureException;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.engine.announce.message.TransferStats;

/**
 * One tracker of one torrent: its state, back-off and last counts.
 *
 * <p>After a failure it backs off, doubling with jitter: 5 s to 5 min without a valid response, 1 to 30 min after a
 * failure reason, or as long as the tracker says (BEP 31). For one thread; the clock is passed in.
 */
final class TrackerEntry {
    private static final long INITIAL_BACKOFF_NS = 5_000_000_000L;
    private static final long MAX_BACKOFF_NS = 300_000_000_000L;
    private static final long INITIAL_FAILURE_BACKOFF_NS = 60_000_000_000L;
    private static final long MAX_FAILURE_BACKOFF_NS = 1_800_000_000_000L;

    private static final long SCRAPE_INTERVAL_NS = 3_600_000_000_000L;
    private static final long FAILED_SCRAPE_INTERVAL_NS = 6 * SCRAPE_INTERVAL_NS;

    private final URI uri;
    private State state = State.NOT_YET;
    private Optional<TrackerNotice> notice = Optional.empty();
    private SwarmCounts counts = SwarmCounts.UNKNOWN;
    private String trackerId = "";
    private int failures;
    private long notBeforeNs;
    private long scrapeNotBeforeNs;
    private boolean started;
    private boolean completionReported;

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

    void counts(SwarmCounts reported) {
        counts = reported.or(counts);
    }

    /** Whether to scrape it for counts that the response lacks; then not again for an hour. */
    boolean startScrape(TrackerResponse response, long nowNs) {
        if (response.counts().isComplete() || nowNs - scrapeNotBeforeNs < 0) {
            return false;
        }
        scrapeNotBeforeNs = nowNs + SCRAPE_INTERVAL_NS;
        return true;
    }

    /** Most trackers that fail a scrape do not support it. */
    void scrapeFailed(long nowNs) {
        scrapeNotBeforeNs = nowNs + FAILED_SCRAPE_INTERVAL_NS;
    }

    /**
     * The event of the next announce.
     *
     * @param completed whether the download has completed since the torrent was started
     */
    Event event(TransferStats stats, boolean completed) {
        if (!started) {
            return Event.STARTED;
        }
        if (completed && !completionReported) {
            return Event.COMPLETED;
        }
        return stats.partialSeed() ? Event.PAUSED : Event.PERIODIC;
    }

    /** Whether it knows that we take part, and has to be told when we stop. */
    boolean needsStopped() {
        return started && state == State.WORKING;
    }

    void responded(TrackerResponse response, AnnounceRequest request, long nowNs) {
        state = State.WORKING;
        notice = response.warning().isEmpty()
                ? Optional.empty()
                : Optional.of(new TrackerNotice.Warning(response.warning()));
        counts(response.counts());
        trackerId = response.trackerId().isEmpty() ? trackerId : response.trackerId();
        failures = 0;
        notBeforeNs = nowNs;
        started = request.event() != Event.STOPPED;
        completionReported |= request.stats().left() == 0;
    }

    void failed(IOException cause, long nowNs, RandomGenerator random) {
        state = State.FAILING;
        String message = String.valueOf(cause.getMessage());
        notice = Optional.of(cause instanceof TrackerFailureException
                ? new TrackerNotice.FailureReason(message)
                : new TrackerNotice.NoResponse(message));
        notBeforeNs = nowNs + backoffNs(cause, random);
        failures++;
    }

    private long backoffNs(IOException cause, RandomGenerator random) {
        if (!(cause instanceof TrackerFailureException failure)) {
            return jittered(INITIAL_BACKOFF_NS, MAX_BACKOFF_NS, random);
        }
        return failure.retryIn().map(wait -> wait.toNanos())
                .orElseGet(() -> jittered(INITIAL_FAILURE_BACKOFF_NS, MAX_FAILURE_BACKOFF_NS,
                        random));
    }

    private long jittered(long initialNs, long maxNs, RandomGenerator random) {
        long backoffNs = Math.min(maxNs, initialNs << Math.min(failures, 20));
        return backoffNs / 2 + random.nextLong(backoffNs / 2 + 1);
    }

    TrackerStatus status(Optional<Instant> next) {
        return new TrackerStatus(uri, state, notice, next, counts);
    }

    State state() {
        return state;
    }
}

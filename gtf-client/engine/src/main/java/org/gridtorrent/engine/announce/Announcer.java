package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.engine.announce.message.TransferStats;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces the torrents of an engine to their trackers, and passes on the peers that they return.
 *
 * <p>Thread-safe: one virtual thread owns the state of all torrents, and other threads queue tasks for it. Each
 * announce waits for its response on a virtual thread of its own, at most {@value #MAX_OUTSTANDING} at a time, so that
 * two thousand torrents cost little more than one.
 */
public final class Announcer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);
    private static final int MAX_OUTSTANDING = 256;
    /** When another tracker could be tried: until UDP would retransmit. */
    private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(15);
    /**
     * The silence of one tracker after which the next one is tried in parallel: BEP 15 retransmits after 15 s, in
     * which no peer would be found. Other clients do not wait either: Transmission announces to each tier
     * by itself, libtorrent tries the next tracker after 10 s ({@code tracker_receive_timeout}).
     */
    private static final long PARALLEL_DELAY_NS = 5_000_000_000L;
    /** Without another tracker: three UDP datagrams. */
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(105);
    private static final long CLOSE_TIMEOUT_NS = StoppedAnnounces.TIMEOUT.toNanos();
    /** The wait at the end for responses to started events, which need a stopped event then. */
    private static final long LAST_RESPONSES_NS = 500_000_000L;
    private static final long BUSY_RETRY_NS = 100_000_000L;
    private static final long ERROR_RETRY_NS = 60_000_000_000L;

    private final TrackerClient client;
    private final PeerId self;
    private final int port;
    private final LongSupplier clock;
    private final long zeroNs;
    private final RandomGenerator random;
    private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final Map<InfoHash, AnnounceJob> jobs = new HashMap<>();
    private final PriorityQueue<AnnounceJob> waiting;
    private final TrackerHosts hosts = new TrackerHosts();
    private final AnnouncePacer pacer;
    private final Scraper scraper;
    private final StoppedAnnounces stoppedAnnounces;
    private final Thread owner = Thread.ofVirtual().name("announcer").unstarted(this::run);
    private int outstanding;
    private int stopping;
    private boolean closing;
    private long closeNs;

    /**
     * Starts the announcer's thread.
     *
     * @param port on which we accept connections
     * @param clock nanoseconds, monotonic
     * @param random not shared with other threads
     */
    public Announcer(TrackerClient client, PeerId self, int port, LongSupplier clock,
            RandomGenerator random) {
        this(client, self, port, clock, random, new AnnouncePacer(random));
    }

    Announcer(TrackerClient client, PeerId self, int port, LongSupplier clock,
            RandomGenerator random, AnnouncePacer pacer) {
        this.client = client;
        this.self = self;
        this.port = port;
        this.clock = clock;
        this.zeroNs = clock.getAsLong();
        this.random = random;
        // The clock has an arbitrary origin, so only differences can be compared.
        this.waiting = new PriorityQueue<>(Comparator.comparingLong(job -> job.dueNs - zeroNs));
        this.pacer = pacer;
        this.stoppedAnnounces = new StoppedAnnounces(client);
        this.scraper = new Scraper(client, clock, inbox::add);
        owner.start();
    }

    /**
     * Announces a torrent from now on.
     *
     * @param tiers its trackers (BEP 12)
     */
    public void add(AnnouncedTorrent torrent, List<List<URI>> tiers) {
        inbox.add(() -> {
            long firstNs = pacer.nextNs(clock.getAsLong());
            AnnounceJob job = new AnnounceJob(torrent,
                    new TrackerTiers(tiers, torrent::isPrivate, random, firstNs),
                    random.nextInt());
            jobs.put(torrent.infoHash(), job);
            schedule(job, firstNs);
            job.publishStatus(clock.getAsLong());
        });
    }

    /** The download of a torrent has completed: announced at once. */
    public void completed(InfoHash content) {
        inbox.add(() -> {
            AnnounceJob job = jobs.get(content);
            if (job != null) {
                job.tiers.completed(clock.getAsLong());
                if (job.outstanding == 0 && waiting.contains(job)) {
                    schedule(job, job.tiers.dueNs());
                }
            }
        });
    }

    /** Stops announcing a torrent, and sends stopped events. Returns at once. */
    public void remove(InfoHash content) {
        inbox.add(() -> {
            AnnounceJob job = jobs.remove(content);
            if (job != null) {
                stop(job);
            }
        });
    }

    /** Stops announcing all torrents; {@link #close} waits for the stopped events for a short time. */
    public void removeAll() {
        inbox.add(() -> {
            jobs.values().forEach(job -> runSafely(() -> stop(job)));
            jobs.clear();
        });
    }

    /** Returns when all trackers have responded to stopped events, or two seconds later. */
    @Override
    public void close() {
        removeAll();
        inbox.add(() -> {
            closing = true;
            closeNs = clock.getAsLong();
        });
        boolean interrupted = false;
        while (owner.isAlive()) {
            try {
                owner.join();
            } catch (InterruptedException e) {
                interrupted = true;
                inbox.add(() -> closeNs -= CLOSE_TIMEOUT_NS);
            }
        }
        client.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closing || pauseNs(clock.getAsLong()) > 0) {
                Runnable work = inbox.poll(pauseNs(clock.getAsLong()), TimeUnit.NANOSECONDS);
                while (work != null) {
                    runSafely(work);
                    work = inbox.poll();
                }
                if (!closing) {
                    announceDue(clock.getAsLong());
                    scraper.sendDue(clock.getAsLong());
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("interrupted");
        } catch (RuntimeException e) {
            LOG.error("Nothing is announced any more, by a mistake in the program", e);
        }
    }

    /** A bug that shows with one torrent or tracker must not stop the others. */
    private static boolean runSafely(Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException e) {
            LOG.error("A step of announcing failed, by a mistake in the program", e);
            return false;
        }
    }

    /** The time until something is due, or until {@link #close} gives up. */
    private long pauseNs(long nowNs) {
        if (closing) {
            long lastNs = stopping > 0 ? CLOSE_TIMEOUT_NS : outstanding > 0 ? LAST_RESPONSES_NS : 0;
            return closeNs + lastNs - nowNs;
        }
        AnnounceJob first = waiting.peek();
        return Math.min(scraper.waitNs(nowNs),
                first == null || outstanding >= MAX_OUTSTANDING
                        ? Long.MAX_VALUE
                        : first.dueNs - nowNs);
    }

    private void schedule(AnnounceJob job, long untilNs) {
        waiting.remove(job); // it may be scheduled to try the next tracker in parallel
        job.dueNs = untilNs;
        waiting.add(job);
    }

    private void announceDue(long nowNs) {
        AnnounceJob job = waiting.peek();
        while (job != null && outstanding < MAX_OUTSTANDING && nowNs - job.dueNs >= 0) {
            waiting.remove();
            AnnounceJob due = job;
            if (!runSafely(() -> announce(due, nowNs)) && !waiting.contains(due)) {
                schedule(due, nowNs + ERROR_RETRY_NS);
            }
            job = waiting.peek();
        }
    }

    private void announce(AnnounceJob job, long nowNs) {
        Optional<TransferStats> stats = job.torrent.stats();
        if (stats.isEmpty()) {
            schedule(job, job.nextCheckNs(nowNs));
            return;
        }
        job.stats = stats.get();
        Optional<TrackerEntry> next = job.tiers.nextTracker(nowNs);
        if (next.isPresent()) {
            announce(job, next.get(), nowNs);
        } else if (job.outstanding == 0) {
            job.publishStatus(clock.getAsLong());
            schedule(job, job.tiers.dueNs());
        }
    }

    private void announce(AnnounceJob job, TrackerEntry entry, long nowNs) {
        Optional<IOException> failure = hosts.failure(entry.uri(), nowNs);
        if (failure.isPresent()) {
            job.tiers.failed(entry, failure.get(), nowNs);
            schedule(job, nowNs);
        } else if (hosts.isBusy(entry.uri())) {
            job.tiers.postpone(entry, nowNs + BUSY_RETRY_NS + random.nextLong(BUSY_RETRY_NS));
            schedule(job, job.tiers.dueNs());
        } else {
            send(job, entry, request(job, entry, job.tiers.event(entry, job.stats)),
                    job.tiers.hasAlternative(nowNs) ? SHORT_TIMEOUT : LONG_TIMEOUT);
            if (job.tiers.mayAnnounceInParallel(nowNs)) {
                schedule(job, nowNs + PARALLEL_DELAY_NS);
            }
        }
    }

    private AnnounceRequest request(AnnounceJob job, TrackerEntry entry, Event event) {
        return new AnnounceRequest(job.torrent.infoHash(), self, job.key, port, job.stats, event,
                entry.trackerId());
    }

    private void send(AnnounceJob job, TrackerEntry entry, AnnounceRequest request,
            Duration timeout) {
        job.outstanding++;
        outstanding++;
        hosts.requestSent(entry.uri());
        Thread.ofVirtual().name("announce " + request.infoHash().hex()).start(() -> {
            try {
                TrackerResponse response = client.announce(entry.uri(), request, timeout);
                inbox.add(() -> responded(job, entry, request, response));
            } catch (IOException e) {
                inbox.add(() -> failed(job, entry, e));
            } catch (InterruptedException e) {
                inbox.add(() -> failed(job, entry, new IOException("interrupted", e)));
            } catch (RuntimeException e) {
                LOG.error("announcing to {}", TrackerStatus.origin(entry.uri()), e);
                inbox.add(() -> failed(job, entry,
                        new IOException("a mistake in the program: " + e, e)));
            }
        });
    }

    private void responded(AnnounceJob job, TrackerEntry entry, AnnounceRequest request,
            TrackerResponse response) {
        long nowNs = clock.getAsLong();
        requestEnded(job);
        hosts.responded(entry.uri());
        boolean trackerChanged = job.tiers.responded(entry, response, request, nowNs);
        if (job.removed) {
            stop(job);
            return;
        }
        schedule(job, job.tiers.dueNs());
        if (entry.startScrape(response, nowNs)) {
            scraper.scrape(job, entry, nowNs);
        }
        // On another thread: a busy swarm may block.
        Thread.ofVirtual().name("peers of " + request.infoHash().hex())
                .start(() -> deliver(job.torrent, trackerChanged, response.peers()));
        job.publishStatus(clock.getAsLong());
    }

    private static void deliver(AnnouncedTorrent torrent, boolean trackerChanged,
            List<InetSocketAddress> peers) {
        if (trackerChanged) {
            torrent.disconnectPeers();
        }
        torrent.addPeers(peers);
    }

    private void failed(AnnounceJob job, TrackerEntry entry, IOException cause) {
        long nowNs = clock.getAsLong();
        requestEnded(job);
        if (cause instanceof InvalidResponseException) {
            hosts.responded(entry.uri());
        } else {
            hosts.failed(entry.uri(), cause, nowNs);
        }
        job.tiers.failed(entry, cause, nowNs);
        LOG.debug("{}: {}: {}", job.torrent.infoHash(), TrackerStatus.origin(entry.uri()),
                cause.getMessage());
        if (!job.removed) {
            schedule(job, job.tiers.dueNs());
            job.publishStatus(clock.getAsLong());
        }
    }

    private void requestEnded(AnnounceJob job) {
        outstanding--;
        job.outstanding--;
    }

    /** Called again when a response arrives after the removal: that tracker needs a stopped event, too. */
    private void stop(AnnounceJob job) {
        job.removed = true;
        waiting.remove(job);
        job.stats = job.torrent.stats().orElse(job.stats);
        for (TrackerEntry entry : job.tiers.needingStopped()) {
            stopping++;
            stoppedAnnounces.send(entry.uri(), request(job, entry, Event.STOPPED),
                    () -> inbox.add(() -> stopping--));
        }
    }
}

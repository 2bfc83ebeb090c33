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
import org.gridtorrent.engine.announce.AnnounceRequest.Event;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the contents of an engine announced to their trackers, and brings them the peers that those
 * name. Thread-safe: one virtual thread owns all plans, and everybody else queues work for it. Each
 * announce waits for its answer on a virtual thread of its own; there are at most {@value
 * #MAX_AT_ONCE} of them, so that two thousand contents cost little more than one.
 */
public final class Announcer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);
    private static final int MAX_AT_ONCE = 256;
    /** With another tracker to turn to, one is waited for until UDP would send a second time. */
    private static final Duration SHORT_PATIENCE = Duration.ofSeconds(15);
    /**
     * After so long a silence the next tracker is asked as well, while the first one is still waited
     * for: BEP 15's first pause is 15 s, in which nobody would be found. Others do not wait for it
     * either: Transmission announces to each tier by itself, libtorrent turns to the next tracker after
     * 10 s ({@code tracker_receive_timeout}).
     */
    private static final long HEAD_START_NS = 5_000_000_000L;
    /** Alone, it is sent three datagrams. */
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(105);
    private static final long CLOSE_NS = StoppedAnnounces.PATIENCE.toNanos();
    /** Who is being told of the beginning when it ends is given so long to hear of the end, too. */
    private static final long LAST_ANSWERS_NS = 500_000_000L;
    private static final long BUSY_PAUSE_NS = 100_000_000L;
    private static final long MISTAKE_PAUSE_NS = 60_000_000_000L;

    private final TrackerClient trackers;
    private final PeerId self;
    private final int port;
    private final LongSupplier clock;
    private final long zeroNs;
    private final RandomGenerator random;
    private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final Map<InfoHash, AnnounceJob> jobs = new HashMap<>();
    private final PriorityQueue<AnnounceJob> waiting;
    private final TrackerHosts hosts = new TrackerHosts();
    private final AnnouncePacer pace;
    private final Scraper scraper;
    private final StoppedAnnounces farewells;
    private final Thread owner = Thread.ofVirtual().name("announcer").unstarted(this::run);
    private int asking;
    private int leaving;
    private boolean closing;
    private long closeNs;

    /**
     * Begins with nothing to announce.
     *
     * @param self told to trackers
     * @param port where this side listens, told to trackers
     * @param clock nanoseconds, monotonic
     * @param random for this alone
     */
    public Announcer(TrackerClient trackers, PeerId self, int port, LongSupplier clock,
            RandomGenerator random) {
        this(trackers, self, port, clock, random, new AnnouncePacer(random));
    }

    Announcer(TrackerClient trackers, PeerId self, int port, LongSupplier clock,
            RandomGenerator random, AnnouncePacer pace) {
        this.trackers = trackers;
        this.self = self;
        this.port = port;
        this.clock = clock;
        this.zeroNs = clock.getAsLong();
        this.random = random;
        // The clock may begin anywhere, so that only distances can be compared.
        this.waiting = new PriorityQueue<>(Comparator.comparingLong(job -> job.dueNs - zeroNs));
        this.pace = pace;
        this.farewells = new StoppedAnnounces(trackers);
        this.scraper = new Scraper(trackers, clock, inbox::add);
        owner.start();
    }

    /**
     * Announces a content from now on.
     *
     * @param tiers its trackers (BEP 12)
     */
    public void add(AnnouncedTorrent content, List<List<URI>> tiers) {
        inbox.add(() -> {
            long firstNs = pace.nextNs(clock.getAsLong());
            AnnounceJob job = new AnnounceJob(content,
                    new TrackerTiers(tiers, content::isPrivate, random, firstNs),
                    random.nextInt());
            jobs.put(content.infoHash(), job);
            await(job, firstNs);
            job.publish(clock.getAsLong());
        });
    }

    /** Everything of a content has come: its tracker is told at once. */
    public void completed(InfoHash content) {
        inbox.add(() -> {
            AnnounceJob job = jobs.get(content);
            if (job != null) {
                job.plan.completed(clock.getAsLong());
                if (job.asking == 0 && waiting.contains(job)) {
                    await(job, job.plan.dueNs());
                }
            }
        });
    }

    /** Announces a content no more, and tells those who know of it. Does not wait for them. */
    public void remove(InfoHash content) {
        inbox.add(() -> {
            AnnounceJob job = jobs.remove(content);
            if (job != null) {
                leave(job);
            }
        });
    }

    /** The same for all, in a hurry: {@link #close} waits for it, but not for long. */
    public void removeAll() {
        inbox.add(() -> {
            jobs.values().forEach(job -> perform(() -> leave(job)));
            jobs.clear();
        });
    }

    /** Returns when all trackers have heard of the end, or two seconds later. */
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
                inbox.add(() -> closeNs -= CLOSE_NS);
            }
        }
        trackers.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closing || pauseNs(clock.getAsLong()) > 0) {
                Runnable work = inbox.poll(pauseNs(clock.getAsLong()), TimeUnit.NANOSECONDS);
                while (work != null) {
                    perform(work);
                    work = inbox.poll();
                }
                if (!closing) {
                    beginDue(clock.getAsLong());
                    scraper.beginDue(clock.getAsLong());
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("interrupted");
        } catch (RuntimeException e) {
            LOG.error("Nothing is announced any more, by a mistake in the program", e);
        }
    }

    /** What goes wrong with one content or tracker leaves the others alone. */
    private static boolean perform(Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException e) {
            LOG.error("A step of announcing failed, by a mistake in the program", e);
            return false;
        }
    }

    /** Until something is due, or the end has to come; answers interrupt it. */
    private long pauseNs(long nowNs) {
        if (closing) {
            long lastNs = leaving > 0 ? CLOSE_NS : asking > 0 ? LAST_ANSWERS_NS : 0;
            return closeNs + lastNs - nowNs;
        }
        AnnounceJob first = waiting.peek();
        return Math.min(scraper.waitNs(nowNs),
                first == null || asking >= MAX_AT_ONCE ? Long.MAX_VALUE : first.dueNs - nowNs);
    }

    private void await(AnnounceJob job, long untilNs) {
        waiting.remove(job); // it may wait for the end of a head start
        job.dueNs = untilNs;
        waiting.add(job);
    }

    private void beginDue(long nowNs) {
        AnnounceJob job = waiting.peek();
        while (job != null && asking < MAX_AT_ONCE && nowNs - job.dueNs >= 0) {
            waiting.remove();
            AnnounceJob due = job;
            if (!perform(() -> begin(due, nowNs)) && !waiting.contains(due)) {
                await(due, nowNs + MISTAKE_PAUSE_NS);
            }
            job = waiting.peek();
        }
    }

    private void begin(AnnounceJob job, long nowNs) {
        Optional<TransferStats> share = job.content.share();
        if (share.isEmpty()) {
            await(job, job.nextLookNs(nowNs));
            return;
        }
        job.share = share.get();
        Optional<TrackerEntry> next = job.plan.next(nowNs);
        if (next.isPresent()) {
            begin(job, next.get(), nowNs);
        } else if (job.asking == 0) {
            job.publish(clock.getAsLong());
            await(job, job.plan.dueNs());
        }
    }

    private void begin(AnnounceJob job, TrackerEntry entry, long nowNs) {
        Optional<IOException> problem = hosts.problem(entry.uri(), nowNs);
        if (problem.isPresent()) {
            job.plan.failed(entry, problem.get(), nowNs);
            await(job, nowNs);
        } else if (hosts.isBusy(entry.uri())) {
            job.plan.postpone(entry, nowNs + BUSY_PAUSE_NS + random.nextLong(BUSY_PAUSE_NS));
            await(job, job.plan.dueNs());
        } else {
            ask(job, entry, told(job, entry, job.plan.event(entry, job.share)),
                    job.plan.hasAlternative(nowNs) ? SHORT_PATIENCE : LONG_PATIENCE);
            if (job.plan.mayAskAnother(nowNs)) {
                await(job, nowNs + HEAD_START_NS);
            }
        }
    }

    private AnnounceRequest told(AnnounceJob job, TrackerEntry entry, Event event) {
        return new AnnounceRequest(job.content.infoHash(), self, job.key, port, job.share, event,
                entry.trackerId());
    }

    private void ask(AnnounceJob job, TrackerEntry entry, AnnounceRequest told, Duration patience) {
        job.asking++;
        asking++;
        hosts.asked(entry.uri());
        Thread.ofVirtual().name("announce " + told.infoHash().hex()).start(() -> {
            try {
                TrackerResponse answer = trackers.announce(entry.uri(), told, patience);
                inbox.add(() -> answered(job, entry, told, answer));
            } catch (IOException e) {
                inbox.add(() -> failed(job, entry, e));
            } catch (InterruptedException e) {
                inbox.add(() -> failed(job, entry, new IOException("interrupted", e)));
            } catch (RuntimeException e) {
                LOG.error("announcing to {}", TrackerStatus.place(entry.uri()), e);
                inbox.add(() -> failed(job, entry,
                        new IOException("a mistake in the program: " + e, e)));
            }
        });
    }

    private void answered(AnnounceJob job, TrackerEntry entry, AnnounceRequest told,
            TrackerResponse answer) {
        long nowNs = clock.getAsLong();
        asked(job);
        hosts.answered(entry.uri());
        boolean another = job.plan.answered(entry, answer, told, nowNs);
        if (job.removed) {
            leave(job);
            return;
        }
        await(job, job.plan.dueNs());
        if (entry.takeScrape(answer, nowNs)) {
            scraper.want(job, entry, nowNs);
        }
        // Not from here: a swarm that is behind with its work would make all others wait.
        Thread.ofVirtual().name("peers of " + told.infoHash().hex())
                .start(() -> deliver(job.content, another, answer.peers()));
        job.publish(clock.getAsLong());
    }

    private static void deliver(AnnouncedTorrent content, boolean leaveOthers,
            List<InetSocketAddress> peers) {
        if (leaveOthers) {
            content.leavePeers();
        }
        content.found(peers);
    }

    private void failed(AnnounceJob job, TrackerEntry entry, IOException why) {
        long nowNs = clock.getAsLong();
        asked(job);
        if (why instanceof InvalidResponseException) {
            hosts.answered(entry.uri());
        } else {
            hosts.failed(entry.uri(), why, nowNs);
        }
        job.plan.failed(entry, why, nowNs);
        LOG.debug("{}: {}: {}", job.content.infoHash(), TrackerStatus.place(entry.uri()),
                why.getMessage());
        if (!job.removed) {
            await(job, job.plan.dueNs());
            job.publish(clock.getAsLong());
        }
    }

    private void asked(AnnounceJob job) {
        asking--;
        job.asking--;
    }

    /** Comes twice for one that is being asked now: what is answered may need an end, too. */
    private void leave(AnnounceJob job) {
        job.removed = true;
        waiting.remove(job);
        job.share = job.content.share().orElse(job.share);
        for (TrackerEntry entry : job.plan.farewells()) {
            leaving++;
            farewells.say(entry.uri(), told(job, entry, Event.STOPPED),
                    () -> inbox.add(() -> leaving--));
        }
    }
}

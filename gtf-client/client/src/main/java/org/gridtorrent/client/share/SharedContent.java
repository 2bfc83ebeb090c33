package org.gridtorrent.client.share;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import org.gridtorrent.client.security.TicketCache;
import org.gridtorrent.client.status.ReasonText;
import org.gridtorrent.client.status.StatusMessages;
import org.gridtorrent.client.tracker.AnnounceKind;
import org.gridtorrent.client.tracker.Announced;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.TrackerPeer;
import org.gridtorrent.client.tracker.call.Backoff;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One content's dealings with the tracker while it is shared: announces, peers, replicas, who may have it.
 *
 * <p>A virtual thread of its own runs it until {@link #stop}. A tracker that is away changes nothing
 * for the peers that are connected.
 */
public final class SharedContent implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedContent.class);
    private static final Duration LOOK_FOR_PEERS = Duration.ofSeconds(2);
    private static final Duration LOOK_FOR_MORE = Duration.ofSeconds(15);
    private static final int MOST_PEERS = 50;
    /** How often peers are looked over for certificates and tickets that ran out meanwhile. */
    private static final Duration LOOK_OVER_PEERS = Duration.ofSeconds(15);
    /** Well within a ticket's life: a fresh list is what lets peers go on after it. */
    private static final Duration LIST_AGE = Duration.ofMinutes(4);

    private volatile Holding holding;
    private final Swarm swarm;
    private final TrackerAccess access;
    private final TrackerClient tracker;
    private final TicketCache passes;
    /** Whether the content is only read here, and given to nobody. */
    private final boolean reads;
    private final Pause pause = new Pause();
    private final Backoff backoff = new Backoff(ThreadLocalRandom.current());
    private volatile boolean stopped;
    private volatile @Nullable TaskReason missing;
    private volatile boolean accessMoved = true;
    private volatile boolean hurry = true;
    private volatile @Nullable TaskReason loss;
    private volatile boolean announced;
    private boolean completed;
    private boolean failed;
    private boolean listed;
    private long nextRoundNs = System.nanoTime();
    private long nextListNs = System.nanoTime();
    private long nextAnnounceNs = System.nanoTime();

    public SharedContent(Holding holding, Swarm swarm, TrackerAccess access) {
        this(holding, swarm, access, false);
    }

    private SharedContent(Holding holding, Swarm swarm, TrackerAccess access, boolean reads) {
        this.holding = holding;
        this.swarm = swarm;
        this.access = access;
        this.tracker = access.tracker();
        this.passes = access.passes();
        this.reads = reads;
    }

    /** Of a content that is read, and not kept. */
    static SharedContent ofReading(Holding holding, Swarm swarm, TrackerAccess access) {
        return new SharedContent(holding, swarm, access, true);
    }

    public Holding holding() {
        return holding;
    }

    public Swarm swarm() {
        return swarm;
    }

    /** The same holding, under these limits of its own. */
    void limit(Holding limited, RateSchedules rates) {
        holding = limited;
        swarm.limit(rates);
    }

    /** Why this device may no longer have it; empty while it may. */
    public Optional<TaskReason> loss() {
        return Optional.ofNullable(loss);
    }

    /**
     * What it shares is not where it was, or was not: it is to be stopped, and tasks that follow it begin
     * again.
     */
    void folderMissing(TaskReason why) {
        missing = why;
    }

    /** Why it was stopped, if for that. */
    public Optional<TaskReason> missing() {
        return Optional.ofNullable(missing);
    }

    /** The access to something this device shares has changed. */
    public void accessMoved() {
        accessMoved = true;
        hurry();
    }

    private void hurry() {
        hurry = true;
        pause.wake();
    }

    /** Ends the exchange; returns when the files are closed. */
    void stop() {
        synchronized (this) {
            stopped = true;
            passes.close(infoHash());
        }
        swarm.stop();
        hurry();
    }

    InfoHash infoHash() {
        return holding.infoHash();
    }

    @Override
    public void run() {
        try {
            var _ = swarm.completion().whenComplete((_, _) -> hurry());
            if (reads) {
                Thread.ofVirtual().name("ticket " + holding.title()).start(this::fetchTicket);
            }
            while (!stopped) {
                swarm.recheckAdmission();
                sayFailure();
                pause.await(untilNext());
            }
            leave();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ahead of the first connection, which needs it. */
    private void fetchTicket() {
        try {
            var _ = passes.ticket(infoHash());
        } catch (IOException e) {
            LOG.debug("{}: no ticket yet", holding.title(), e);
        }
    }

    /** Once: it is not shared before the next start. */
    private void sayFailure() {
        SwarmStatus status = swarm.status();
        if (status.phase() == SwarmPhase.FAILED && !failed) {
            failed = true;
            LOG.warn("{}: {}", holding.title(),
                    StatusMessages.reason(status).orElse("it failed"));
        }
    }

    /** Has a round with the tracker when one is due; the wait before the next look. */
    private Duration untilNext() {
        if (hurry || System.nanoTime() - nextRoundNs >= 0) {
            hurry = false;
            nextRoundNs = System.nanoTime() + round().toNanos();
        }
        Duration left = Duration.ofNanos(nextRoundNs - System.nanoTime());
        return left.compareTo(LOOK_OVER_PEERS) < 0 ? left : LOOK_OVER_PEERS;
    }

    /** One round with the tracker; gives the wait before the next. */
    private Duration round() {
        boolean wasListed = listed;
        try {
            SwarmStatus status = swarm.status();
            FutureTask<Boolean> refresh = new FutureTask<>(this::refreshAccessIfDue);
            Thread.ofVirtual().name("access list " + holding.title()).start(refresh);
            Optional<Announced> answer;
            try {
                answer = announceIfDue(status);
                answer.ifPresent(this::use);
            } finally {
                await(refresh);
            }
            backoff.reset();
            if (accessMoved) {
                return Duration.ZERO;
            }
            if (!wantsPeers(status)) {
                return untilAnnounce();
            }
            if (answer.isEmpty()) {
                addPeers(tracker.listPeers(infoHash().hex(), MOST_PEERS));
            }
            return status.peers().isEmpty() ? LOOK_FOR_PEERS : LOOK_FOR_MORE;
        } catch (TrackerException e) {
            return afterFailure(e, wasListed);
        }
    }

    private boolean wantsPeers(SwarmStatus status) {
        return reads || status.phase() == SwarmPhase.FETCHING;
    }

    private void addPeers(List<TrackerPeer> peers) {
        swarm.addDevices(access.choice().of(peers));
    }

    /** Whether it was due. */
    private boolean refreshAccessIfDue() throws TrackerException {
        boolean due = accessMoved || System.nanoTime() - nextListNs >= 0;
        if (due) {
            accessMoved = false;
            refreshAccess();
        }
        return due;
    }

    private static void await(FutureTask<Boolean> refresh) throws TrackerException {
        try {
            var _ = refresh.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TrackerException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void refreshAccess() throws TrackerException {
        try {
            passes.restrict(infoHash(), tracker.fetchAccessList(infoHash().hex()));
        } catch (TrackerException e) {
            accessMoved = true;
            throw e;
        }
        nextListNs = System.nanoTime() + LIST_AGE.toNanos();
        listed = true;
        loss = null;
        swarm.recheckAdmission();
    }

    private Optional<Announced> announceIfDue(SwarmStatus status) throws TrackerException {
        boolean completes = status.phase() == SwarmPhase.SEEDING && !completed;
        if ((status.phase() == SwarmPhase.CHECKING && !reads)
                || (System.nanoTime() < nextAnnounceNs && !completes)) {
            return Optional.empty();
        }
        AnnounceKind kind = !announced
                ? AnnounceKind.STARTED
                : completes ? AnnounceKind.COMPLETED : AnnounceKind.UPDATE;
        Announced answer = announce(kind, status, wantsPeers(status) ? MOST_PEERS : 0);
        completed |= completes;
        nextAnnounceNs = System.nanoTime() + answer.interval().toNanos();
        return Optional.of(answer);
    }

    /** A connection to a peer waits for the access list, when that is still on its way. */
    private void use(Announced answer) {
        addPeers(answer.peers());
        swarm.setTrackerWebSeeds(answer.replicas(), access.replicaPolicy().get());
        // The revision tells of changes from the first announce on: none before it may be missed.
        if (!announced) {
            accessMoved = true;
        }
        announced = true;
    }

    private Announced announce(AnnounceKind kind, SwarmStatus status, int peersWanted)
            throws TrackerException {
        return tracker.announce(infoHash().hex(), kind, status.uploaded(), status.downloaded(),
                status.bytesTotal() - status.bytesVerified(), peersWanted, reads);
    }

    private Duration untilAnnounce() {
        Duration left = Duration.ofNanos(nextAnnounceNs - System.nanoTime());
        if (swarm.status().phase() == SwarmPhase.CHECKING || left.isNegative()) {
            return Duration.ofMillis(200);
        }
        return left;
    }

    /** @param wasListed whether the site knew the content before the round that failed */
    private Duration afterFailure(TrackerException e, boolean wasListed) {
        if (e.reason() == Reason.NOT_FOUND) {
            if (wasListed || !holding.inPlace()) {
                shutOut(TaskReason.of(ReasonCode.ACCESS_ENDED));
            } // else it is just being published, and not yet registered
        } else {
            LOG.info("{}: the tracker said: {}", holding.title(), e.getMessage());
        }
        return backoff.failed(e);
    }

    /** This device may not have the content any more, so it serves it to nobody either. */
    synchronized void shutOut(TaskReason why) {
        if (loss == null) {
            LOG.info("{}: {} It is no longer served.", holding.title(),
                    ReasonText.describe(why));
        }
        loss = why;
        swarm.setTrackerWebSeeds(List.of(), AddressPolicy.PUBLIC);
        announced = false;
        accessMoved = true;
        passes.close(infoHash());
        swarm.recheckAdmission();
        if (!stopped) {
            passes.open(infoHash());
        }
    }

    private void leave() {
        try {
            announce(AnnounceKind.STOPPED, swarm.status(), 0);
        } catch (TrackerException e) {
            LOG.debug("the tracker will notice by itself that {} is not shared here any more",
                    infoHash(), e);
        }
    }
}

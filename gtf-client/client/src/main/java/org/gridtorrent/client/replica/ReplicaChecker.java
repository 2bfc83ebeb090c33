package org.gridtorrent.client.replica;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.gridtorrent.client.tracker.Assignments;
import org.gridtorrent.client.tracker.ReplicaCheck;
import org.gridtorrent.client.tracker.ReplicaReport;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.Backoff;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.web.WebClients;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.metainfo.Metainfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks replicas of data sets that this machine has, as its owner's site asks, and reports the results.
 *
 * <p>The tracker names all checks in every answer, so nothing is kept on disk. A check that it does not name any
 * more is given up. Each check has a thread; two run at a time, the others wait.
 */
public final class ReplicaChecker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaChecker.class);
    private static final int MAX_AT_ONCE = 2;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);

    /** Finds what this machine has. */
    @FunctionalInterface
    public interface HeldContents {
        /** The content's metainfo; empty if this machine does not have it. */
        Optional<Metainfo> metainfo(String contentId) throws IOException;
    }

    private final HeldContents contents;
    private final TrackerClient tracker;
    private final WebClients clients;
    private final Supplier<AddressPolicy> policy;
    private final Semaphore turns = new Semaphore(MAX_AT_ONCE);
    private final Map<String, Thread> running = new ConcurrentHashMap<>();

    /** @param policy which hosts an address that somebody typed may lead to */
    public ReplicaChecker(HeldContents contents, TrackerClient tracker, WebClients clients,
            Supplier<AddressPolicy> policy) {
        this.contents = contents;
        this.tracker = tracker;
        this.clients = clients;
        this.policy = policy;
    }

    /** Begins and gives up checks, as the tracker says. Called by one thread. */
    public void hear(Assignments told) {
        Set<String> named = told.replicaChecks().stream().map(ReplicaCheck::replicaId)
                .collect(Collectors.toSet());
        running.forEach((replicaId, thread) -> {
            if (!named.contains(replicaId)) {
                thread.interrupt();
            }
        });
        for (ReplicaCheck check : told.replicaChecks()) {
            running.computeIfAbsent(check.replicaId(), _ -> begin(check));
        }
    }

    private Thread begin(ReplicaCheck check) {
        return Thread.ofVirtual().name("replica check").start(() -> run(check));
    }

    private void run(ReplicaCheck check) {
        try {
            turns.acquire();
            try {
                inspectAndReport(check);
            } finally {
                turns.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // given up
        } catch (IOException e) {
            LOG.warn("a replica cannot be checked: {}", e.getMessage());
        } finally {
            running.remove(check.replicaId());
        }
    }

    private void inspectAndReport(ReplicaCheck check) throws IOException, InterruptedException {
        Metainfo metainfo = contents.metainfo(check.contentId()).orElse(null);
        if (metainfo == null) {
            LOG.debug("replica of {} is not checked: this machine does not have it",
                    check.contentId());
            return;
        }
        ReplicaReport report;
        try (ReplicaClient client = clients.openInAnyCase()) {
            report = new ReplicaInspection(client, policy.get(), metainfo,
                    ThreadLocalRandom.current(), FIRST_PAUSE).inspect(check.url());
        }
        report(check, report);
        LOG.info("replica {} of {}: {}", check.replicaId(), metainfo.name(),
                report.problem().map(Enum::name).orElse("passed its check"));
    }

    private void report(ReplicaCheck check, ReplicaReport report)
            throws TrackerException, InterruptedException {
        Backoff backoff = new Backoff(ThreadLocalRandom.current());
        while (true) {
            try {
                tracker.reportReplica(check, report);
                return;
            } catch (TrackerException e) {
                if (!e.reason().passes()) {
                    throw e;
                }
                Thread.sleep(backoff.failed(e));
            }
        }
    }

    /** Gives up all checks. */
    @Override
    public void close() {
        running.values().forEach(Thread::interrupt);
    }
}

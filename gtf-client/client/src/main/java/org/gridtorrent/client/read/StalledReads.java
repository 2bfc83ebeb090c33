package org.gridtorrent.client.read;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.client.status.StatusMessages;
import org.gridtorrent.client.tree.UnreadableException;
import org.gridtorrent.client.tree.UnreadableException.Reason;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Fails reads for which no holder has sent anything for {@link #PATIENCE}, and those that follow within {@link
 * #REFUSAL} at once, so that a program that reads on does not wait again and again.
 *
 * <p>Thread-safe. One virtual thread looks at the swarms while reads wait.
 */
final class StalledReads implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration REFUSAL = Duration.ofSeconds(10);
    /** What a read has during the refusal: its bytes may be in the cache. */
    private static final Duration GRACE = Duration.ofMillis(500);
    private static final Duration LOOK = Duration.ofMillis(250);

    private final Duration patience;
    private final Duration refusal;
    /** Guarded by this. */
    private final Map<InfoHash, Progress> contents = new HashMap<>();
    private final Thread thread = Thread.ofVirtual().name("stalled reads").unstarted(this::run);
    private boolean started;

    StalledReads() {
        this(PATIENCE, REFUSAL);
    }

    StalledReads(Duration patience, Duration refusal) {
        this.patience = patience;
        this.refusal = refusal;
    }

    /** Read that waits. */
    private record Waiting(CompletableFuture<?> read, Swarm swarm, String name, long sinceNs) {
        String reason() {
            return StatusMessages.reason(swarm.status())
                    .orElse("No machine that has it answers.");
        }
    }

    /** How a content's holders have sent lately. */
    private static final class Progress {
        private final Swarm swarm;
        private final Set<Waiting> waiting = new HashSet<>();
        private long downloaded;
        private long lastNs;
        private long refusedUntilNs;
        private boolean refuses;

        Progress(Swarm swarm, long nowNs) {
            this.swarm = swarm;
            this.downloaded = swarm.status().downloaded();
            this.lastNs = nowNs;
        }

        void look(long nowNs) {
            long now = swarm.status().downloaded();
            if (now != downloaded) {
                downloaded = now;
                lastNs = nowNs;
                refuses = false;
            } else if (refuses && nowNs - refusedUntilNs > 0) {
                refuses = false;
            }
        }

        /** Those that have waited too long. */
        List<Waiting> stalled(long nowNs, Duration patience) {
            return waiting.stream().filter(each -> refuses
                    ? nowNs - each.sinceNs > GRACE.toNanos()
                    : nowNs - Math.max(each.sinceNs, lastNs) > patience.toNanos()).toList();
        }
    }

    /** Watches a read that waits for the swarm's holders. */
    synchronized void watch(InfoHash content, Swarm swarm, String name,
            CompletableFuture<?> read) {
        long nowNs = System.nanoTime();
        Progress progress = contents.get(content);
        if (progress == null || progress.swarm != swarm) {
            progress = new Progress(swarm, nowNs);
            contents.put(content, progress);
        }
        Progress of = progress;
        Waiting waiting = new Waiting(read, swarm, name, nowNs);
        of.waiting.add(waiting);
        var _ = read.whenComplete((_, _) -> remove(of, waiting));
        if (!started) {
            started = true;
            thread.start();
        }
        notifyAll();
    }

    private synchronized void remove(Progress progress, Waiting waiting) {
        progress.waiting.remove(waiting);
    }

    private void run() {
        try {
            while (true) {
                for (Waiting stalled : awaitStalled()) {
                    stalled.read.completeExceptionally(new UnreadableException(Reason.NO_HOLDER,
                            "%s: nothing was received for %d s. %s".formatted(stalled.name,
                                    patience.toSeconds(), stalled.reason())));
                }
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon ends
        }
    }

    private synchronized List<Waiting> awaitStalled() throws InterruptedException {
        while (contents.isEmpty()) {
            wait();
        }
        long nowNs = System.nanoTime();
        List<Waiting> stalled = contents.values().stream()
                .flatMap(progress -> stalled(progress, nowNs).stream()).toList();
        contents.values().removeIf(each -> each.waiting.isEmpty() && !each.refuses);
        return stalled;
    }

    private List<Waiting> stalled(Progress progress, long nowNs) {
        progress.look(nowNs);
        List<Waiting> stalled = progress.stalled(nowNs, patience);
        if (!stalled.isEmpty() && !progress.refuses) {
            progress.refuses = true;
            progress.refusedUntilNs = nowNs + refusal.toNanos();
        }
        return stalled;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}

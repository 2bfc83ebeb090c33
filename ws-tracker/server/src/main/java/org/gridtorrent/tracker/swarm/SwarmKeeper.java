package org.gridtorrent.tracker.swarm;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.db.Ticker;
import org.gridtorrent.catalog.swarm.OpenPeer;
import org.gridtorrent.catalog.swarm.OpenSwarms;
import org.gridtorrent.catalog.swarm.OpenSwarms.News;
import org.gridtorrent.identity.Ids;
import org.gridtorrent.metainfo.InfoHash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps memory and catalog in step, every second on one thread of its own: notes what strangers said,
 * reads what other nodes noted, and which contents are open. What a process that is killed had not
 * noted is lost, and comes again with the next announce.
 */
final class SwarmKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SwarmKeeper.class);
    /** A stranger is forgotten who missed two announces. */
    static final Duration LIFE = Duration.ofSeconds(3L * OpenSwarmTracker.INTERVAL_SECONDS);
    private static final int ROUNDS_BETWEEN_PURGES = 60;
    /** Short transactions, and no more in one round than the database does in a second. */
    private static final int NOTES_AT_ONCE = 500;
    private static final int NOTES_OF_ROUND = 5_000;
    private static final int NEWS_OF_ROUND = 20_000;

    private final OpenSwarms catalog;
    private final OpenSwarmRegistry book;
    private final SwarmLimits limits;
    private final InstantSource clock;
    private final String node = Ids.next(new SecureRandom());
    private final Ticker ticker = new Ticker();
    private Instant readUntil = Instant.EPOCH;
    private int round;

    SwarmKeeper(OpenSwarms catalog, OpenSwarmRegistry book, SwarmLimits limits,
            InstantSource clock) {
        this.catalog = catalog;
        this.book = book;
        this.limits = limits;
        this.clock = clock;
    }

    /** Reads all that is known. */
    void begin() {
        readUntil = catalog.readingBegin();
        book.keepOnly(catalog.open(limits.contents()));
        hear(catalog.heardSince(clock.instant().minus(LIFE), limits.peers()));
    }

    void start() {
        begin();
        ticker.every(Duration.ofSeconds(1), "open-swarms",
                "open swarms are out of step with the database until it answers", this::round);
    }

    synchronized void round() {
        book.keepOnly(catalog.open(limits.contents()));
        noteDownloads();
        notePeers();
        readNews();
        if (++round % ROUNDS_BETWEEN_PURGES == 0) {
            forgetTheSilent();
        }
    }

    private void notePeers() {
        List<OpenPeer> notes = new ArrayList<>();
        for (OpenSwarm swarm : book.all()) {
            notes.addAll(swarm.takeNotes(NOTES_OF_ROUND - notes.size()));
        }
        int noted = 0;
        try {
            while (noted < notes.size()) {
                int next = Math.min(notes.size(), noted + NOTES_AT_ONCE);
                catalog.note(node, notes.subList(noted, next));
                noted = next;
            }
        } finally {
            notes.subList(noted, notes.size()).forEach(note -> swarm(note.infoHash())
                    .ifPresent(swarm -> swarm.noteAgain(note)));
        }
    }

    private void noteDownloads() {
        Map<String, Long> more = new HashMap<>();
        for (OpenSwarm swarm : book.all()) {
            long some = swarm.takeDownloads();
            if (some > 0) {
                more.put(swarm.infoHash(), some);
            }
        }
        try {
            catalog.downloaded(more);
            more.clear();
        } finally {
            more.forEach((infoHash, some) -> swarm(infoHash)
                    .ifPresent(swarm -> swarm.downloadsAgain(some)));
        }
    }

    private void readNews() {
        News news = catalog.notedByOthers(node, readUntil, NEWS_OF_ROUND);
        hear(news.peers());
        readUntil = news.until();
    }

    private void hear(List<OpenPeer> notes) {
        notes.forEach(note -> swarm(note.infoHash()).ifPresent(swarm -> swarm.heard(note)));
    }

    private Optional<OpenSwarm> swarm(String infoHash) {
        return book.swarm(InfoHash.ofHex(infoHash));
    }

    private void forgetTheSilent() {
        Instant then = clock.instant().minus(LIFE);
        book.all().forEach(swarm -> swarm.expire(then.toEpochMilli()));
        catalog.purge(then);
    }

    @Override
    public void close() {
        ticker.close();
        try {
            round();
        } catch (RuntimeException e) {
            LOG.warn("the last announces are not in the database: {}", e.toString());
        }
    }
}

package org.gridtorrent.engine.webseed;

import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.jspecify.annotations.Nullable;

/**
 * A web seed of a swarm, and how asking it went.
 *
 * <p>After each failure it is left alone for a pause that doubles, with jitter: from ten seconds to ten minutes, after
 * false data from one minute to one hour, and at least as long as the server asks for. A file that it
 * does not serve is not asked for again for ten minutes; its other files are. Confined to the swarm's thread.
 */
final class KnownWebSeed {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long FIRST_PAUSE_NS = 10 * SECOND_NS;
    private static final long MAX_PAUSE_NS = 600 * SECOND_NS;
    private static final long FIRST_PAUSE_AFTER_FALSE_DATA_NS = 60 * SECOND_NS;
    private static final long MAX_PAUSE_AFTER_FALSE_DATA_NS = 3_600 * SECOND_NS;
    private static final long MAX_RETRY_AFTER_NS = 3_600 * SECOND_NS;
    /** Before its other files are asked for, when one is not served. */
    private static final long FIRST_PAUSE_AFTER_FILE_NS = SECOND_NS;
    private static final long LACKED_FILE_NS = 600 * SECOND_NS;
    private static final int MAX_SESSIONS = 16;

    final WebSeedAddress address;
    /** The link in use; null while there is none. */
    @Nullable
    WebSeed link;
    /** Numbers of its last sessions: their blocks may be hashed later. */
    final SequencedSet<Integer> sessions = new LinkedHashSet<>();
    /** Those of them that sent false data. */
    private final Set<Integer> falseSessions = new HashSet<>();
    /** Files that it did not serve, by their indexes. */
    final BitSet lackedFiles = new BitSet();
    /** Why it is left alone; empty when it is not. */
    Optional<PeerFault> fault = Optional.empty();
    /** Bytes of content that its closed sessions brought. */
    long downloaded;
    private long lackedUntilNs;
    private long notBeforeNs;
    private int failures;
    private int falsePieces;

    KnownWebSeed(WebSeedAddress address, long nowNs) {
        this.address = address;
        this.notBeforeNs = nowNs;
    }

    void started(int number, WebSeed opened) {
        link = opened;
        sessions.add(number);
        if (sessions.size() > MAX_SESSIONS) {
            falseSessions.remove(sessions.removeFirst());
        }
    }

    /** Whether false data is news of this session: many of its pieces may be. */
    boolean isFirstFalseData(int number) {
        return falseSessions.add(number);
    }

    boolean isDue(long nowNs) {
        return link == null && nowNs - notBeforeNs >= 0;
    }

    /** How long it is left alone; 0 when it is not. */
    long pauseNs(long nowNs) {
        return Math.max(0, notBeforeNs - nowNs);
    }

    /** Files that it did not serve are asked for again, when their time is over. */
    void forgetLackedFiles(long nowNs) {
        if (nowNs - lackedUntilNs >= 0) {
            lackedFiles.clear();
        }
    }

    /** The session is over, for no fault. */
    void ended(long nowNs) {
        link = null;
        notBeforeNs = nowNs;
    }

    /** The session is over: there is nothing to ask for but files that it did not serve. */
    void endedAsSpare(long nowNs) {
        link = null;
        notBeforeNs = lackedFiles.isEmpty() ? nowNs : lackedUntilNs;
    }

    /** A session brought blocks: the next failure counts as the first. */
    void broughtBlocks() {
        failures = 0;
        fault = lackedFiles.isEmpty() ? Optional.empty() : fault;
    }

    /** The session ended by this fault. */
    void failed(PeerFault why, RandomGenerator random, long nowNs) {
        link = null;
        fault = Optional.of(why);
        if (why instanceof PeerFault.FalseData) {
            pause(FIRST_PAUSE_AFTER_FALSE_DATA_NS, MAX_PAUSE_AFTER_FALSE_DATA_NS, falsePieces++,
                    random, nowNs);
        } else {
            pause(FIRST_PAUSE_NS, MAX_PAUSE_NS, failures++, random, nowNs);
        }
        if (why instanceof PeerFault.RequestFailed(_, _, ReplicaFault refusal)) {
            refusal.retryAfter().ifPresent(asked -> notBeforeNs = Math.max(notBeforeNs,
                    nowNs + Math.min(asked.toNanos(), MAX_RETRY_AFTER_NS)));
        }
    }

    /** The session ended because this file is not served; others may be. */
    void lacks(int file, PeerFault why, RandomGenerator random, long nowNs) {
        link = null;
        fault = Optional.of(why);
        lackedFiles.set(file);
        lackedUntilNs = nowNs + LACKED_FILE_NS;
        pause(FIRST_PAUSE_AFTER_FILE_NS, MAX_PAUSE_NS, failures++, random, nowNs);
    }

    private void pause(long firstNs, long maxNs, int doublings, RandomGenerator random,
            long nowNs) {
        long pauseNs = Math.min(maxNs, firstNs << Math.min(doublings, 20));
        notBeforeNs = nowNs + pauseNs / 2 + random.nextLong(pauseNs / 2 + 1);
    }
}

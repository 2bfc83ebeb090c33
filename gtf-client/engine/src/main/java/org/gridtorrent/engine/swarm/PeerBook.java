package org.gridtorrent.engine.swarm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a swarm knows, and when each may be dialled next: at once when new, then with
 * pauses that double from one second to five minutes, with jitter so that many who lost one peer do
 * not return together. One that somebody names again is dialled within 15 seconds: it may just have
 * come back. For the owner's thread.
 */
final class PeerBook {
    private static final int MAX_ENTRIES = 2000;
    private static final int MAX_DIALLING = 8;
    private static final long FIRST_PAUSE_NS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NS = 300_000_000_000L;
    private static final long NAMED_AGAIN_PAUSE_NS = 15_000_000_000L;

    private final Map<PeerAddress, Entry> entries = new LinkedHashMap<>();
    private final Set<Object> banned = new HashSet<>();
    private final RandomGenerator random;
    private int dialling;

    private static final class Entry {
        private boolean inUse;
        private boolean never;
        private boolean spare;
        private int failures;
        private long notBeforeNs;
        private @Nullable String lastFailure;
        private boolean refused;

        Entry(long nowNs) {
            notBeforeNs = nowNs;
        }
    }

    PeerBook(RandomGenerator random) {
        this.random = random;
    }

    void add(Collection<PeerAddress> addresses, long nowNs) {
        for (PeerAddress address : addresses) {
            Entry known = entries.get(address);
            if (known != null) {
                hasten(known, nowNs);
            } else if (entries.size() < MAX_ENTRIES) {
                entries.put(address, new Entry(nowNs));
            }
        }
    }

    private void hasten(Entry entry, long nowNs) {
        long soonNs = nowNs + random.nextLong(NAMED_AGAIN_PAUSE_NS);
        if (!entry.inUse && !entry.spare && soonNs - entry.notBeforeNs < 0) {
            entry.notBeforeNs = soonNs;
        }
    }

    /** Addresses to dial now, at most so many; they count as in use. */
    List<PeerAddress> due(int most, long nowNs) {
        List<PeerAddress> due = new ArrayList<>();
        for (var entry : entries.entrySet()) {
            Entry state = entry.getValue();
            if (due.size() >= most || dialling >= MAX_DIALLING) {
                break;
            }
            if (!state.inUse && !state.never && nowNs - state.notBeforeNs >= 0) {
                state.inUse = true;
                dialling++;
                due.add(entry.getKey());
            }
        }
        return due;
    }

    void connected(PeerAddress address) {
        dialling--;
        Entry entry = entries.get(address);
        if (entry != null) {
            entry.lastFailure = null;
            entry.refused = false;
        }
    }

    void failed(PeerAddress address, Exception why, long nowNs) {
        dialling--;
        Entry entry = entries.get(address);
        if (entry != null) {
            entry.lastFailure = String.valueOf(why.getMessage());
            entry.refused = why instanceof RefusedException;
            pause(entry, nowNs);
        }
    }

    /** The line to it is gone; one that carried content is tried again soon. */
    void lost(PeerAddress address, boolean useful, long nowNs) {
        Entry entry = entries.get(address);
        if (entry != null) {
            entry.failures = useful ? 0 : entry.failures;
            pause(entry, nowNs);
        }
    }

    private void pause(Entry entry, long nowNs) {
        entry.inUse = false;
        entry.spare = false;
        long pause = Math.min(LONGEST_PAUSE_NS,
                FIRST_PAUSE_NS << Math.min(entry.failures, 20));
        entry.failures++;
        entry.notBeforeNs = nowNs + pause / 2 + random.nextLong(pause / 2 + 1);
    }

    /** It is this side itself, or another way to a peer that is connected already. */
    void never(PeerAddress address) {
        Entry entry = entries.get(address);
        if (entry != null) {
            entry.inUse = false;
            entry.never = true;
        }
    }

    /** Another way to a peer that is connected now; tried again much later. */
    void notSoon(PeerAddress address, long nowNs) {
        Entry entry = entries.get(address);
        if (entry != null) {
            entry.inUse = false;
            entry.spare = true;
            entry.notBeforeNs = nowNs + LONGEST_PAUSE_NS;
        }
    }

    /** Those that were set aside are of use again. */
    void recallSpares(long nowNs) {
        for (Entry entry : entries.values()) {
            if (entry.spare) {
                entry.spare = false;
                entry.notBeforeNs = nowNs;
            }
        }
    }

    /** By whatever names a peer: its identity, its id, its address. */
    void ban(Object name) {
        banned.add(name);
    }

    boolean isBanned(Object name) {
        return banned.contains(name);
    }

    /** Those who are banned stay so; those who are being dialled may still join. */
    void forgetAll() {
        entries.clear();
    }

    /** Addresses that may be dialled, now or later: this side's own is not among them. */
    int size() {
        return (int) entries.values().stream().filter(entry -> !entry.never).count();
    }

    boolean isDialling() {
        return dialling > 0;
    }

    /** Why the last one that failed did; an answer that refused comes before silence. */
    Optional<String> lastFailure() {
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().lastFailure != null)
                .sorted((a, b) -> Boolean.compare(b.getValue().refused, a.getValue().refused))
                .map(entry -> entry.getKey() + ": " + entry.getValue().lastFailure)
                .findFirst();
    }

    boolean anyRefused() {
        return entries.values().stream().anyMatch(entry -> entry.refused);
    }
}

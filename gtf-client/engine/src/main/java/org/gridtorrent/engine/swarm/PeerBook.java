package org.gridtorrent.engine.swarm;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.peers.Hearsay;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.RefusedException;
import org.gridtorrent.engine.transport.TcpTransport;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a swarm knows, and when each may be dialled next: at once when new, then with
 * pauses that double from one second to five minutes, with jitter so that many who lost one peer do
 * not return together. One that somebody names again is dialled within 15 seconds: it may just have
 * come back. When more are due than there is room for, those that failed least come first, then those
 * that are not known from other peers alone, then those of the greatest priority (BEP 40).
 *
 * <p>Whom other peers tell of (BEP 11) is believed in less: such addresses are few, they are not
 * hastened when they are told of again, and forgotten when they do not answer. For the owner's thread.
 */
final class PeerBook {
    private static final int MAX_ENTRIES = 2000;
    private static final int MAX_DIALLING = 8;
    private static final long FIRST_PAUSE_NS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NS = 300_000_000_000L;
    private static final long NAMED_AGAIN_PAUSE_NS = 15_000_000_000L;
    /** One that only another peer told of is forgotten after so many failures. */
    private static final int MAX_HEARSAY_FAILURES = 2;

    private final Map<PeerAddress, Entry> entries = new LinkedHashMap<>();
    private final Set<Object> banned = new HashSet<>();
    private final Hearsay hearsay = new Hearsay();
    private final ToLongFunction<InetSocketAddress> priority;
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
        /** The peer that alone has told of it; null for one that is known otherwise. */
        private @Nullable Integer informant;

        Entry(long nowNs) {
            notBeforeNs = nowNs;
        }

        boolean isDue(long nowNs) {
            return !inUse && !never && nowNs - notBeforeNs >= 0;
        }
    }

    /** @param priority by which one of two addresses comes first; the greater does */
    PeerBook(RandomGenerator random, ToLongFunction<InetSocketAddress> priority) {
        this.random = random;
        this.priority = priority;
    }

    void add(Collection<PeerAddress> addresses, long nowNs) {
        for (PeerAddress address : addresses) {
            Entry known = entries.get(address);
            if (known != null) {
                confirm(address, known);
                hasten(known, nowNs);
            } else if (entries.size() < MAX_ENTRIES) {
                forgetIfHeardOf(PeerAddress.tcp(address.address()));
                entries.put(address, new Entry(nowNs));
            }
        }
    }

    /**
     * Another peer tells of the address.
     *
     * @param informant the peer's number
     * @param spare there is nothing to exchange with it now
     */
    void heardOf(InetSocketAddress address, int informant, boolean spare, long nowNs) {
        PeerAddress peer = PeerAddress.tcp(address);
        if (isKnown(address) || banned.contains(peer) || entries.size() >= MAX_ENTRIES
                || !hearsay.take(informant, address.getAddress())) {
            return;
        }
        Entry entry = new Entry(spare ? nowNs + LONGEST_PAUSE_NS : nowNs);
        entry.informant = informant;
        entry.spare = spare;
        entries.put(peer, entry);
    }

    private boolean isKnown(InetSocketAddress address) {
        return entries.containsKey(new PeerAddress(address, TcpTransport.NAME))
                || entries.containsKey(new PeerAddress(address, PtcpTransport.NAME));
    }

    /** The peer that told of it has lost it. */
    void heardOfNoMore(InetSocketAddress address, int informant) {
        PeerAddress peer = PeerAddress.tcp(address);
        Entry entry = entries.get(peer);
        if (entry != null && Integer.valueOf(informant).equals(entry.informant)) {
            forgetIfHeardOf(peer);
        }
    }

    private void forgetIfHeardOf(PeerAddress peer) {
        Entry entry = entries.get(peer);
        if (entry != null && entry.informant != null && !entry.inUse) {
            confirm(peer, entry);
            entries.remove(peer);
        }
    }

    /** It is hearsay no longer. */
    private void confirm(PeerAddress peer, Entry entry) {
        if (entry.informant != null) {
            hearsay.release(entry.informant, peer.address().getAddress());
            entry.informant = null;
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
        int room = Math.min(most, MAX_DIALLING - dialling);
        if (room <= 0) {
            return List.of();
        }
        List<Candidate> due = entries.entrySet().stream()
                .filter(entry -> entry.getValue().isDue(nowNs))
                .map(entry -> new Candidate(entry.getKey(), entry.getValue(),
                        priority.applyAsLong(entry.getKey().address())))
                .sorted(Candidate.FIRST_TO_LAST).limit(room).toList();
        for (Candidate candidate : due) {
            candidate.entry.inUse = true;
            dialling++;
        }
        return due.stream().map(Candidate::address).toList();
    }

    private record Candidate(PeerAddress address, Entry entry, long priority) {
        static final Comparator<Candidate> FIRST_TO_LAST = Comparator
                .<Candidate>comparingInt(candidate -> candidate.entry.failures)
                .thenComparing(candidate -> candidate.entry.informant != null)
                .thenComparing(Comparator.comparingLong(Candidate::priority).reversed());
    }

    void connected(PeerAddress address) {
        dialling--;
        Entry entry = entries.get(address);
        if (entry != null) {
            confirm(address, entry);
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
            if (entry.failures >= MAX_HEARSAY_FAILURES) {
                forgetIfHeardOf(address);
            }
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
        hearsay.clear();
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

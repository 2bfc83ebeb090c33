package org.gridtorrent.engine.swarm;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.peers.DialOrder;
import org.gridtorrent.engine.peers.PexQuota;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.RefusedException;
import org.gridtorrent.engine.wire.ProtocolException;

/**
 * Whom a swarm knows, and when each may be dialled next: at once when new, then with pauses that grow
 * for each address by itself ({@link PeerEndpoint}), whoever is said to be there. A peer that somebody names again
 * is dialled within 15 seconds: it may just have come back. When more are due than there is room for,
 * those that failed least come first, then those that are not known from other peers alone, then those
 * of the greatest priority (BEP 40).
 *
 * <p>Whom other peers tell of (BEP 11) is believed in less: such addresses are few, they are not
 * hastened when they are told of again, and forgotten when they do not answer. Nor is an address
 * hastened that a device alone says to be its own, unless nobody has named the device for long. For the
 * owner's thread.
 */
final class PeerList {
    private static final int MAX_PARTIES = 2000;
    private static final int MAX_WAYS_OF_DEVICE = 16;
    private static final int MAX_DIALLING = 8;
    private static final int MAX_BANNED = 10_000;
    private static final long NAMED_AGAIN_PAUSE_NS = 15_000_000_000L;
    /** A device that was not named for so long may have come back. */
    private static final long ABSENCE_NS = 150_000_000_000L;
    /** One that only another peer told of is forgotten after so many failures. */
    private static final int MAX_PEX_FAILURES = 2;

    /** By the device's name, or by the address where no more is known. */
    private final Map<Object, KnownPeer> parties = new LinkedHashMap<>();
    private final PeerEndpoints endpoints = new PeerEndpoints();
    /** Named by the link to the content, and by nobody else. */
    private final Set<PeerAddress> ofLink = new HashSet<>();
    private boolean linkLeft;
    /** Longest so first. */
    private final SequencedSet<Object> banned = new LinkedHashSet<>();
    private final PexQuota pexQuota = new PexQuota();
    private final ToLongFunction<InetSocketAddress> priority;
    private final RandomGenerator random;
    private int dialling;

    /** @param priority by which one of two addresses comes first; the greater does */
    PeerList(RandomGenerator random, ToLongFunction<InetSocketAddress> priority) {
        this.random = random;
        this.priority = priority;
    }

    void add(Collection<PeerAddress> addresses, long nowNs) {
        ofLink.removeAll(Set.copyOf(addresses));
        for (PeerAddress address : addresses) {
            KnownPeer known = parties.get(address);
            if (known != null) {
                known.forgotten = false;
                confirm(address, known);
                hasten(known, known.endpoints(), nowNs);
            } else {
                forgetIfHeardOf(PeerAddress.tcp(address.address()));
                enter(address, nowNs);
            }
        }
    }

    /** Whom the link to the content names is like any other, until they are left. */
    void addOfLink(Collection<PeerAddress> addresses, long nowNs) {
        List<PeerAddress> unknown = addresses.stream()
                .filter(address -> !parties.containsKey(address)).toList();
        add(unknown, nowNs);
        ofLink.addAll(unknown);
    }

    /** Whom the link alone names is forgotten, and not let in if he is being dialled. */
    void leaveThoseOfLink() {
        linkLeft = true;
        for (PeerAddress address : ofLink) {
            KnownPeer peer = parties.get(address);
            if (peer != null) {
                peer.forgotten = true;
                forgetIfToldSo(address, peer);
            }
        }
    }

    boolean isLeft(PeerAddress address) {
        return linkLeft && ofLink.contains(address);
    }

    private Optional<KnownPeer> enter(PeerAddress address, long nowNs) {
        if (parties.size() >= MAX_PARTIES) {
            return Optional.empty();
        }
        return endpoints.at(address, nowNs).map(endpoint -> {
            KnownPeer peer = new KnownPeer(null, nowNs);
            peer.foundBy(List.of(endpoint));
            parties.put(address, peer);
            return peer;
        });
    }

    /** Of each device, all addresses that are known now. */
    void addDevices(Collection<DeviceAddresses> devices, long nowNs) {
        for (DeviceAddresses device : devices) {
            if (!banned.contains(device.device())
                    && (parties.containsKey(device.device()) || parties.size() < MAX_PARTIES)) {
                add(device, nowNs);
            }
        }
    }

    private void add(DeviceAddresses device, long nowNs) {
        List<PeerAddress> all = new ArrayList<>(device.seen());
        all.addAll(device.said());
        List<PeerEndpoint> found = new ArrayList<>();
        for (PeerAddress address : DialOrder.of(all)) {
            if (found.size() < MAX_WAYS_OF_DEVICE) {
                endpoints.at(address, nowNs).ifPresent(found::add);
                forgetUnlessInUse(address);
            }
        }
        KnownPeer peer = parties.computeIfAbsent(device.device(),
                _ -> new KnownPeer(device.device(), nowNs));
        peer.forgotten = false;
        peer.foundBy(found);
        boolean back = nowNs - peer.namedNs > ABSENCE_NS;
        peer.namedNs = nowNs;
        hasten(peer, found.stream().filter(endpoint -> back || device.seen().contains(endpoint.address))
                .toList(), nowNs);
    }

    /** An address that was known by itself belongs to somebody now. */
    private void forgetUnlessInUse(PeerAddress address) {
        KnownPeer alone = parties.get(address);
        if (alone != null && !alone.inUse()) {
            confirm(address, alone);
            forget(address, alone);
        }
    }

    private void forget(Object key, KnownPeer peer) {
        peer.foundBy(List.of());
        parties.remove(key);
    }

    /**
     * Another peer tells of the address.
     *
     * @param informant the peer's number
     * @param spare there is nothing to exchange with it now
     */
    void heardOf(InetSocketAddress address, int informant, boolean spare, long nowNs) {
        PeerAddress peer = PeerAddress.tcp(address);
        if (endpoints.leadsToSomebody(peer)
                || endpoints.leadsToSomebody(new PeerAddress(address, PtcpTransport.NAME))
                || banned.contains(peer) || parties.size() >= MAX_PARTIES
                || !pexQuota.take(informant, address.getAddress())) {
            return;
        }
        enter(peer, nowNs).ifPresentOrElse(peer -> {
            peer.informant = informant;
            if (spare) {
                peer.setAside(nowNs);
            }
        }, () -> pexQuota.release(informant, address.getAddress()));
    }

    /** The peer that told of it has lost it. */
    void heardOfNoMore(InetSocketAddress address, int informant) {
        PeerAddress peer = PeerAddress.tcp(address);
        KnownPeer peer = parties.get(peer);
        if (peer != null && Integer.valueOf(informant).equals(peer.informant)) {
            forgetIfHeardOf(peer);
        }
    }

    private void forgetIfHeardOf(PeerAddress peer) {
        KnownPeer peer = parties.get(peer);
        if (peer != null && peer.informant != null) {
            forgetUnlessInUse(peer);
        }
    }

    /** It is hearsay no longer. */
    private void confirm(PeerAddress peer, KnownPeer peer) {
        if (peer.informant != null) {
            pexQuota.release(peer.informant, peer.address().getAddress());
            peer.informant = null;
        }
    }

    private void hasten(KnownPeer peer, List<PeerEndpoint> named, long nowNs) {
        long soonNs = nowNs + random.nextLong(NAMED_AGAIN_PAUSE_NS);
        if (!peer.spare) {
            named.forEach(endpoint -> endpoint.hasten(soonNs));
            peer.hasten(soonNs);
        }
    }

    /**
     * Whom to dial now, at most so many; they count as in use.
     *
     * @param here devices that are connected, whoever dialled
     */
    List<Dial> due(int most, Set<String> here, long nowNs) {
        int room = Math.min(most, MAX_DIALLING - dialling);
        if (room <= 0) {
            return List.of();
        }
        List<Candidate> candidates = parties.values().stream()
                .filter(peer -> peer.device == null || !here.contains(peer.device))
                .flatMap(peer -> candidate(peer, peer.due(nowNs)).stream())
                .sorted(Candidate.FIRST_TO_LAST).toList();
        List<Dial> due = new ArrayList<>();
        for (Candidate candidate : candidates) {
            if (due.size() < room) {
                take(candidate.peer, nowNs).ifPresent(due::add);
            }
        }
        dialling += due.size();
        return due;
    }

    private Optional<Candidate> candidate(KnownPeer peer, List<PeerEndpoint> due) {
        return due.isEmpty()
                ? Optional.empty()
                : Optional.of(new Candidate(peer,
                        due.stream().mapToInt(endpoint -> endpoint.failures).min().orElseThrow(),
                        priority.applyAsLong(due.getFirst().address.address())));
    }

    private record Candidate(KnownPeer peer, int failures, long priority) {
        static final Comparator<Candidate> FIRST_TO_LAST = Comparator
                .comparingInt(Candidate::failures)
                .thenComparing(candidate -> candidate.peer.informant != null)
                .thenComparing(Comparator.comparingLong(Candidate::priority).reversed());
    }

    /** Somebody before may have taken a way that both are said to be found by: behind one NAT, say. */
    private Optional<Dial> take(KnownPeer peer, long nowNs) {
        List<PeerEndpoint> due = peer.due(nowNs);
        for (PeerEndpoint endpoint : due) {
            endpoint.usedBy(peer);
            peer.dialling.add(endpoint);
        }
        return due.isEmpty()
                ? Optional.empty()
                : Optional.of(new Dial(peer.device,
                        due.stream().map(endpoint -> endpoint.address).toList()));
    }

    /** Somebody is there, who has said nothing yet. */
    void lineOpen(PeerAddress address) {
        endpoints.of(address).silent = true;
    }

    /** It was found by that address; nothing is heard of those not tried, and they are free. */
    void connected(PeerAddress address) {
        dialling--;
        PeerEndpoint endpoint = endpoints.of(address);
        KnownPeer peer = endpoint.user();
        peer.dialling.forEach(tried -> tried.inUse = false);
        peer.dialling.clear();
        peer.connected = true;
        endpoint.inUse = true;
        endpoint.silent = false;
        endpoint.lastFailure = null;
        endpoint.refused = false;
        endpoint.fault = Optional.empty();
        confirm(address, peer);
    }

    /** It was not found by that address. */
    void failed(PeerAddress address, Exception why, long nowNs) {
        PeerEndpoint endpoint = endpoints.of(address);
        KnownPeer peer = endpoint.user();
        endpoint.silent = false;
        endpoint.lastFailure = String.valueOf(why.getMessage());
        endpoint.refused = why instanceof RefusedException;
        endpoint.fault = Optional.empty();
        if (why instanceof ProtocolException) {
            endpoint.atFault("breaks the BitTorrent protocol: " + why.getMessage());
        }
        endpoint.pause(random, nowNs);
        peer.spare = false;
        peer.dialling.remove(endpoint);
        if (peer.dialling.isEmpty()) {
            dialling--;
            if (endpoint.failures >= MAX_PEX_FAILURES) {
                forgetIfHeardOf(address);
            }
            forgetIfToldSo(address, peer);
        }
    }

    /**
     * The line to it is gone; one that carried content is tried again soon.
     *
     * @param fault what was wrong with who is there, to be said after the address
     */
    void lost(PeerAddress address, boolean useful, Optional<String> fault, long nowNs) {
        PeerEndpoint endpoint = endpoints.of(address);
        KnownPeer peer = endpoint.user();
        endpoint.failures = useful && fault.isEmpty() ? 0 : endpoint.failures;
        fault.ifPresent(endpoint::atFault);
        endpoint.pause(random, nowNs);
        peer.connected = false;
        peer.spare = false;
        peer.notBeforeNs = endpoint.notBeforeNs;
        forgetIfToldSo(address, peer);
    }

    private void forgetIfToldSo(PeerAddress address, KnownPeer peer) {
        if (peer.forgotten && !peer.inUse()) {
            forget(peer.device == null ? address : peer.device, peer);
        }
    }

    /**
     * It leads to this side itself, or to one who is banned: who is connected there is not any more, who
     * left may be forgotten, or be dialled again at this moment.
     */
    void never(PeerAddress address) {
        endpoints.known(address).ifPresent(endpoint -> {
            endpoint.never = true;
            if (endpoint.inUse && !endpoint.user().dialling.contains(endpoint)) {
                endpoint.inUse = false;
                endpoint.user().connected = false;
            }
        });
    }

    /** Another way to a peer that is connected now; tried again much later. */
    void notSoon(PeerAddress address, long nowNs) {
        PeerEndpoint endpoint = endpoints.of(address);
        endpoint.inUse = false;
        endpoint.user().setAside(nowNs);
    }

    /** Whether somebody is dialled, or to be dialled soon; those that were set aside are not. */
    boolean isAnyoneExpected() {
        return parties.values().stream().anyMatch(peer -> !peer.spare && peer.isReachable());
    }

    /** Those that were set aside are of use again. */
    void recallSpares(long nowNs) {
        parties.values().forEach(peer -> peer.recall(nowNs));
    }

    /** By whatever names a peer: its identity, its id at its address, its address, its device. */
    void ban(Object name) {
        banned.addLast(name);
        if (banned.size() > MAX_BANNED) {
            banned.removeFirst();
        }
        KnownPeer peer = parties.get(name);
        if (peer != null) {
            peer.banned = true;
        }
    }

    boolean isBanned(Object name) {
        return banned.contains(name);
    }

    /** Those who are banned stay so; those who are being dialled may still join. */
    void forgetAll() {
        for (KnownPeer peer : parties.values()) {
            peer.forgotten = true;
            peer.informant = null;
        }
        parties.values().removeIf(peer -> !peer.inUse());
        endpoints.forgetAll();
        pexQuota.clear();
    }

    /** How many may be dialled, now or later: this side itself is not among them. */
    int size() {
        return (int) parties.values().stream().filter(KnownPeer::isReachable).count();
    }

    boolean anyBanned() {
        return !banned.isEmpty();
    }

    /** Addresses that took the line and have not said the handshake yet. */
    List<PeerAddress> silent() {
        return endpoints.silent();
    }

    boolean isDialling() {
        return dialling > 0;
    }

    /** Why the last one that failed did; an answer that refused comes before silence. */
    Optional<String> lastFailure() {
        return endpoints.lastFailure();
    }

    /** Who is at fault, and how. */
    Optional<String> fault() {
        return endpoints.fault();
    }

    boolean anyRefused() {
        return endpoints.anyRefused();
    }
}

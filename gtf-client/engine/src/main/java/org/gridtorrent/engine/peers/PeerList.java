package org.gridtorrent.engine.peers;

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
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.RefusedException;
import org.gridtorrent.engine.wire.ProtocolException;

/**
 * Peer list of a swarm: the known peers, and when each may be dialled.
 *
 * <p>A new peer is dialled at once, then after pauses that grow with each failure of an address. When a
 * source other than PEX names a peer again, it is dialled within 15 seconds, or within 4 while none is
 * connected. When more peers are due than there is room for, the order is: fewest failures, not known by PEX
 * alone, greatest peer priority (BEP 40).
 *
 * <p>Peers known from PEX (BEP 11) are trusted less: their number is bounded, they are not dialled sooner
 * when they are named again, and they are removed when they do not answer. An address that only the device
 * itself reports is not dialled sooner either, unless the device was not named for 150 seconds.
 *
 * <p>Confined to the swarm's thread.
 */
public final class PeerList {
    private static final int MAX_PEERS = 2000;
    private static final int MAX_ENDPOINTS_OF_DEVICE = 16;
    private static final int MAX_DIALLING = 8;
    private static final int MAX_BANNED = 10_000;
    private static final long NAMED_AGAIN_PAUSE_NS = 15_000_000_000L;
    private static final long NAMED_AGAIN_ALONE_PAUSE_NS = 4_000_000_000L;
    /** A device that was not named for so long may have returned: it is dialled soon. */
    private static final long ABSENCE_NS = 150_000_000_000L;
    /** A peer known by PEX alone is removed after so many failures. */
    private static final int MAX_PEX_FAILURES = 2;

    /** By device name, or by address where the device is not known. */
    private final Map<Object, KnownPeer> peers = new LinkedHashMap<>();
    private final PeerEndpoints endpoints = new PeerEndpoints();
    /** Named by the magnet link alone. */
    private final Set<PeerAddress> magnetPeers = new HashSet<>();
    private boolean magnetPeersRemoved;
    /** Names of banned peers, the oldest ban first. */
    private final SequencedSet<Object> banned = new LinkedHashSet<>();
    private final PexQuota pexQuota = new PexQuota();
    private final ToLongFunction<InetSocketAddress> priority;
    private final RandomGenerator random;
    private int dialling;

    /** @param priority peer priority of an address; the greatest is dialled first */
    public PeerList(RandomGenerator random, ToLongFunction<InetSocketAddress> priority) {
        this.random = random;
        this.priority = priority;
    }

    public void add(Collection<PeerAddress> addresses, long nowNs) {
        magnetPeers.removeAll(Set.copyOf(addresses));
        for (PeerAddress address : addresses) {
            KnownPeer known = peers.get(address);
            if (known != null) {
                known.forgotten = false;
                confirm(address, known);
                dialSooner(known, known.endpoints(), nowNs);
            } else {
                removeIfOnlyFromPex(PeerAddress.tcp(address.address()));
                var _ = add(address, nowNs);
            }
        }
    }

    /** Adds the peers of the magnet link, which may have to be removed later. */
    public void addMagnetPeers(Collection<PeerAddress> addresses, long nowNs) {
        List<PeerAddress> unknown = addresses.stream()
                .filter(address -> !peers.containsKey(address)).toList();
        add(unknown, nowNs);
        magnetPeers.addAll(unknown);
    }

    /** Removes peers that the magnet link alone names; one that is being dialled will not be admitted. */
    public void removeMagnetPeers() {
        magnetPeersRemoved = true;
        for (PeerAddress address : magnetPeers) {
            KnownPeer peer = peers.get(address);
            if (peer != null) {
                peer.forgotten = true;
                removeIfForgotten(address, peer);
            }
        }
    }

    public boolean isRemoved(PeerAddress address) {
        return magnetPeersRemoved && magnetPeers.contains(address);
    }

    private Optional<KnownPeer> add(PeerAddress address, long nowNs) {
        if (peers.size() >= MAX_PEERS) {
            return Optional.empty();
        }
        return endpoints.getOrAdd(address, nowNs).map(endpoint -> {
            KnownPeer peer = new KnownPeer(null, nowNs);
            peer.setEndpoints(List.of(endpoint));
            peers.put(address, peer);
            return peer;
        });
    }

    /** Adds devices, each with all addresses that are known now. */
    public void addDevices(Collection<DeviceAddresses> devices, long nowNs) {
        for (DeviceAddresses device : devices) {
            if (!banned.contains(device.device())
                    && (peers.containsKey(device.device()) || peers.size() < MAX_PEERS)) {
                add(device, nowNs);
            }
        }
    }

    private void add(DeviceAddresses device, long nowNs) {
        List<PeerAddress> all = new ArrayList<>(device.observed());
        all.addAll(device.reported());
        List<PeerEndpoint> found = new ArrayList<>();
        for (PeerAddress address : DialOrder.of(all)) {
            if (found.size() < MAX_ENDPOINTS_OF_DEVICE) {
                endpoints.getOrAdd(address, nowNs).ifPresent(found::add);
                removeUnlessInUse(address);
            }
        }
        KnownPeer peer = peers.computeIfAbsent(device.device(),
                _ -> new KnownPeer(device.device(), nowNs));
        peer.forgotten = false;
        peer.setEndpoints(found);
        boolean back = nowNs - peer.namedNs > ABSENCE_NS;
        peer.namedNs = nowNs;
        dialSooner(peer,
                found.stream()
                        .filter(endpoint -> back || device.observed().contains(endpoint.address))
                        .toList(),
                nowNs);
    }

    /** A single address turned out to belong to a device. */
    private void removeUnlessInUse(PeerAddress address) {
        KnownPeer alone = peers.get(address);
        if (alone != null && !alone.inUse()) {
            confirm(address, alone);
            remove(address, alone);
        }
    }

    private void remove(Object key, KnownPeer peer) {
        peer.setEndpoints(List.of());
        peers.remove(key);
    }

    /**
     * Adds a peer that a PEX message names.
     *
     * @param pexSource number of the peer that sent the message
     * @param spare the named peer has nothing to exchange now
     */
    public void addFromPex(InetSocketAddress address, int pexSource, boolean spare, long nowNs) {
        PeerAddress tcp = PeerAddress.tcp(address);
        if (endpoints.isTaken(tcp)
                || endpoints.isTaken(new PeerAddress(address, PtcpTransport.NAME))
                || banned.contains(tcp) || peers.size() >= MAX_PEERS
                || !pexQuota.take(pexSource, address.getAddress())) {
            return;
        }
        add(tcp, nowNs).ifPresentOrElse(peer -> {
            peer.pexSource = pexSource;
            if (spare) {
                peer.setAside(nowNs);
            }
        }, () -> pexQuota.release(pexSource, address.getAddress()));
    }

    /** The peer that named the address has lost its connection to it. */
    public void dropFromPex(InetSocketAddress address, int pexSource) {
        PeerAddress tcp = PeerAddress.tcp(address);
        KnownPeer peer = peers.get(tcp);
        if (peer != null && Integer.valueOf(pexSource).equals(peer.pexSource)) {
            removeIfOnlyFromPex(tcp);
        }
    }

    private void removeIfOnlyFromPex(PeerAddress address) {
        KnownPeer peer = peers.get(address);
        if (peer != null && peer.pexSource != null) {
            removeUnlessInUse(address);
        }
    }

    /** Another source named the peer, or it was reached: it no longer counts against the PEX quota. */
    private void confirm(PeerAddress address, KnownPeer peer) {
        if (peer.pexSource != null) {
            pexQuota.release(peer.pexSource, address.address().getAddress());
            peer.pexSource = null;
        }
    }

    private void dialSooner(KnownPeer peer, List<PeerEndpoint> named, long nowNs) {
        boolean isAlone = peers.values().stream().noneMatch(each -> each.connected);
        long soonNs = nowNs
                + random.nextLong(isAlone ? NAMED_AGAIN_ALONE_PAUSE_NS : NAMED_AGAIN_PAUSE_NS);
        if (!peer.spare) {
            named.forEach(endpoint -> endpoint.dialSooner(soonNs));
            peer.dialSooner(soonNs);
        }
    }

    /**
     * Takes the peers to dial now, which count as in use from then on.
     *
     * @param limit how many at most
     * @param connectedDevices devices with a connection, whichever side opened it
     */
    public List<Dial> takeDue(int limit, Set<String> connectedDevices, long nowNs) {
        int room = Math.min(limit, MAX_DIALLING - dialling);
        if (room <= 0) {
            return List.of();
        }
        List<Candidate> candidates = peers.values().stream()
                .filter(peer -> peer.device == null || !connectedDevices.contains(peer.device))
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
                .thenComparing(candidate -> candidate.peer.pexSource != null)
                .thenComparing(Comparator.comparingLong(Candidate::priority).reversed());
    }

    /** Two peers behind one NAT may list the same endpoint: an earlier one of this round may have taken it. */
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

    /** A connection to the address is open; the handshake is still to come. */
    public void connectionOpened(PeerAddress address) {
        endpoints.get(address).awaitingHandshake = true;
    }

    /** The peer is connected at this address; its other endpoints are free again. */
    public void connected(PeerAddress address) {
        dialling--;
        PeerEndpoint endpoint = endpoints.get(address);
        KnownPeer peer = endpoint.user();
        peer.dialling.forEach(tried -> tried.inUse = false);
        peer.dialling.clear();
        peer.connected = true;
        endpoint.inUse = true;
        endpoint.awaitingHandshake = false;
        endpoint.lastFailure = Optional.empty();
        endpoint.fault = Optional.empty();
        confirm(address, peer);
    }

    /** Dialling the address failed. */
    public void dialFailed(PeerAddress address, Exception why, long nowNs) {
        PeerEndpoint endpoint = endpoints.get(address);
        KnownPeer peer = endpoint.user();
        endpoint.awaitingHandshake = false;
        String detail = String.valueOf(why.getMessage());
        endpoint.lastFailure = Optional
                .of(new DialFailure(address, why instanceof RefusedException, detail));
        endpoint.fault = Optional.empty();
        if (why instanceof ProtocolException) {
            endpoint.setFault(new PeerFault.ProtocolViolation(address, detail));
        }
        endpoint.pause(random, nowNs);
        peer.spare = false;
        peer.dialling.remove(endpoint);
        if (peer.dialling.isEmpty()) {
            dialling--;
            if (endpoint.failures >= MAX_PEX_FAILURES) {
                removeIfOnlyFromPex(address);
            }
            removeIfForgotten(address, peer);
        }
    }

    /**
     * The connection was lost.
     *
     * @param useful it carried content: it is dialled again soon
     */
    public void disconnected(PeerAddress address, boolean useful, Optional<PeerFault> fault,
            long nowNs) {
        PeerEndpoint endpoint = endpoints.get(address);
        KnownPeer peer = endpoint.user();
        endpoint.failures = useful && fault.isEmpty() ? 0 : endpoint.failures;
        fault.ifPresent(endpoint::setFault);
        endpoint.pause(random, nowNs);
        peer.connected = false;
        peer.spare = false;
        peer.notBeforeNs = endpoint.notBeforeNs;
        removeIfForgotten(address, peer);
    }

    private void removeIfForgotten(PeerAddress address, KnownPeer peer) {
        if (peer.forgotten && !peer.inUse()) {
            remove(peer.device == null ? address : peer.device, peer);
        }
    }

    /**
     * The address leads to this engine itself or to a banned peer. It may be connected, being dialled
     * again, or forgotten by now.
     */
    public void neverDial(PeerAddress address) {
        endpoints.find(address).ifPresent(endpoint -> {
            endpoint.never = true;
            if (endpoint.inUse && !endpoint.user().dialling.contains(endpoint)) {
                endpoint.inUse = false;
                endpoint.user().connected = false;
            }
        });
    }

    /**
     * Sets the peer aside: it is connected by another address, or has nothing to exchange. It is
     * dialled again after five minutes.
     */
    public void setAside(PeerAddress address, long nowNs) {
        PeerEndpoint endpoint = endpoints.get(address);
        endpoint.inUse = false;
        endpoint.user().setAside(nowNs);
    }

    /** Whether any peer is being dialled or due soon; those set aside do not count. */
    public boolean isAnyExpected() {
        return peers.values().stream().anyMatch(peer -> !peer.spare && peer.isConnectCandidate());
    }

    /** Makes peers that were set aside due again. */
    public void recallSetAside(long nowNs) {
        peers.values().forEach(peer -> peer.recall(nowNs));
    }

    /** Bans a peer under a name: its identity, its peer id and address, its address, or its device. */
    public void ban(Object name) {
        banned.addLast(name);
        if (banned.size() > MAX_BANNED) {
            banned.removeFirst();
        }
        KnownPeer peer = peers.get(name);
        if (peer != null) {
            peer.banned = true;
        }
    }

    public boolean isBanned(Object name) {
        return banned.contains(name);
    }

    /** Removes all peers. Bans stay, and a peer that is being dialled may still connect. */
    public void forgetAll() {
        for (KnownPeer peer : peers.values()) {
            peer.forgotten = true;
            peer.pexSource = null;
        }
        peers.values().removeIf(peer -> !peer.inUse());
        endpoints.removeUnused();
        pexQuota.clear();
    }

    /** Number of connect candidates; this engine itself is none. */
    public int size() {
        return (int) peers.values().stream().filter(KnownPeer::isConnectCandidate).count();
    }

    public boolean anyBanned() {
        return !banned.isEmpty();
    }

    /** Addresses that accepted the connection and have not sent a handshake. */
    public List<PeerAddress> awaitingHandshake() {
        return endpoints.awaitingHandshake();
    }

    public boolean isDialling() {
        return dialling > 0;
    }

    /** The last failure of the first endpoint that has one; refusals come before all others. */
    public Optional<DialFailure> lastFailure() {
        return endpoints.lastFailure();
    }

    /** The first fault of a peer. */
    public Optional<PeerFault> fault() {
        return endpoints.fault();
    }
}

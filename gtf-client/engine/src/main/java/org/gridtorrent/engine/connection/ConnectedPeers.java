package org.gridtorrent.engine.connection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gridtorrent.engine.limit.ConnectionLimit.Slot;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.limit.RateLimits;
import org.gridtorrent.engine.peers.HostBans;
import org.gridtorrent.engine.peers.PeerList;
import org.gridtorrent.engine.peers.PeerOrigin;
import org.gridtorrent.engine.peers.PeerPriority;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.metainfo.InfoHash;
import org.jspecify.annotations.Nullable;

/**
 * Connected peers of a swarm, its web seeds among them: admits, dials and bans peers. Of several connections with the same peer it
 * closes all but one. It outlives the swarm's phases, so that connections stay from
 * one phase to the next. Confined to the swarm's thread.
 */
public final class ConnectedPeers {
    /** Added to the priority of a peer with an identity: greater than any priority. */
    private static final long IDENTIFIED = 1L << 33;
    private static final int MAX_DISCONNECTED = 256;

    private final InfoHash infoHash;
    private final Network network;
    private final int maxPeers;
    private final ConnectionListener listener;
    private final Map<Integer, PeerSession> peers = new LinkedHashMap<>();
    /** The last peers that sent blocks and disconnected: their blocks may be hashed later. */
    private final SequencedMap<Integer, PeerOrigin> disconnected = new LinkedHashMap<>();
    private final ReadBackpressure backpressure = new ReadBackpressure();
    private final RateLimits limits;
    private final List<RateLimit> uploadLimits;
    private final PeerList peerList;
    private final HostBans hostBans = new HostBans();
    private final Dialer dialer;
    private int nextNumber;
    private long everConnected;
    private @Nullable PieceLayout layout;

    /**
     * @param engineLimits rate limits that hold for the engine
     * @param maxPeers connections, whichever side opened them
     */
    public ConnectedPeers(InfoHash infoHash, Network network, RateLimits engineLimits, int maxPeers,
            RandomGenerator random, ConnectionListener listener) {
        this.infoHash = infoHash;
        this.network = network;
        this.maxPeers = maxPeers;
        this.listener = listener;
        this.limits = engineLimits.ofTorrent();
        this.uploadLimits = List.of(limits.up(), engineLimits.up());
        this.peerList = new PeerList(random, this::priority);
        this.dialer = new Dialer(network, infoHash, listener);
    }

    /** Connected peers by number; the caller that removes one closes it. */
    public Map<Integer, PeerSession> peers() {
        return peers;
    }

    public Optional<PeerSession> peer(int number) {
        return Optional.ofNullable(peers.get(number));
    }

    /** Back-pressure on the readers of all connections. */
    public ReadBackpressure backpressure() {
        return backpressure;
    }

    /** Rate limits of this content. */
    public RateLimits limits() {
        return limits;
    }

    /** All known peers, connected or not. */
    public PeerList peerList() {
        return peerList;
    }

    /** Whether a peer is connected, or due to be dialled soon. */
    public boolean isAnyExpected() {
        return !peers.isEmpty() || peerList.isAnyExpected();
    }

    /** How many peers were ever connected. */
    public long everConnected() {
        return everConnected;
    }

    /** The content is known: messages of new connections are checked against the layout. */
    public void setContent(PieceLayout pieces) {
        layout = pieces;
    }

    /**
     * Admits a connection, or closes it. Of two connections with the same peer one is closed. When
     * there are too many, the one of least priority is closed (BEP 40): an older one is handed to
     * {@code drop} with the reason.
     */
    public Optional<PeerSession> admit(HandshakenPeer peer, @Nullable PeerAddress dialled,
            BiConsumer<PeerSession, String> drop, long nowNs) {
        if (dialled != null) {
            peerList.connected(dialled);
        }
        PeerId id = peer.handshake().peerId();
        if (id.equals(network.self()) || isBanned(peer.origin(dialled))) {
            peer.connection().closeAsync();
            if (dialled != null) {
                peerList.neverDial(dialled);
            }
            return Optional.empty();
        }
        if (dialled != null && peerList.isRemoved(dialled)) {
            peer.connection().closeAsync();
            peerList.disconnected(dialled, false, Optional.empty(), nowNs);
            return Optional.empty();
        }
        network.ownAddresses().addLocal(peer.connection().local().getAddress());
        Optional<Slot> slot = isAdmissible(peer.connection(), nowNs)
                && resolveDuplicate(peer, dialled, drop) && makeRoom(peer.connection(), drop)
                        ? network.connectionLimit()
                                .acquire(peer.connection().identity().isPresent())
                        : Optional.empty();
        if (slot.isEmpty()) {
            peer.connection().closeAsync();
            if (dialled != null) {
                peerList.setAside(dialled, nowNs);
            }
        }
        return slot.map(held -> addSession(peer, held, dialled, nowNs));
    }

    /** A host that often sent corrupt data may have one connection without an identity, and seldom. */
    private boolean isAdmissible(Connection incoming, long nowNs) {
        InetAddress address = incoming.remote().getAddress();
        return incoming.identity().isPresent() || !hostBans.isRestricted(address, nowNs)
                || (!hostBans.isBlocked(address, nowNs) && withoutWebSeeds()
                        .noneMatch(peer -> peer.link.identity().isEmpty() && HostBans
                                .isSameHost(peer.link.remote().getAddress(), address)));
    }

    /**
     * Closes one of two connections with the same peer. When each side opened one, both sides must keep
     * the same one: the one that the greater peer id opened. A peer id can be forged, so a peer with an
     * identity is the same only with that identity, and another only at the same address. A peer with
     * the same identity and a new peer id was restarted: its older connection is dead.
     */
    private boolean resolveDuplicate(HandshakenPeer peer, @Nullable PeerAddress dialled,
            BiConsumer<PeerSession, String> drop) {
        boolean outgoing = dialled != null;
        PeerId id = peer.handshake().peerId();
        Optional<PeerIdentity> identity = peer.connection().identity();
        for (PeerSession other : withoutWebSeeds().toList()) {
            boolean sameId = other.handshake.peerId().equals(id);
            if (!sameId && identity.isPresent() && other.link.identity().equals(identity)) {
                drop.accept(other, "its device was restarted");
            } else if (sameId && other.link.identity().equals(identity)
                    && (identity.isPresent() || isSameAddress(other, peer, dialled))) {
                boolean opposite = (other.dialled != null) != outgoing;
                boolean weOpenIt = network.self().compareTo(id) > 0;
                if (!opposite || outgoing != weOpenIt) {
                    return false;
                }
                drop.accept(other, "connected twice");
                return true;
            }
        }
        return true;
    }

    private static boolean isSameAddress(PeerSession one, HandshakenPeer other,
            @Nullable PeerAddress dialled) {
        return (one.dialled != null && dialled != null)
                ? one.dialled.address().equals(dialled.address())
                : one.link.remote().getAddress()
                        .equals(other.connection().remote().getAddress());
    }

    private boolean makeRoom(Connection incoming, BiConsumer<PeerSession, String> drop) {
        if (withoutWebSeeds().count() < maxPeers) {
            return true;
        }
        Optional<PeerSession> least = withoutWebSeeds()
                .min(Comparator.comparingLong(peer -> rank(peer.link)));
        if (least.isEmpty()
                || rank(least.get().link) >= rank(incoming.remote(), incoming.identity())) {
            return false;
        }
        drop.accept(least.get(),
                "too many connections, and another peer has a greater priority (BEP 40)");
        return true;
    }

    private long rank(PeerLink link) {
        return rank(link.remote(), link.identity());
    }

    /** Peer priority (BEP 40), with peers that have an identity before all others. */
    private long rank(InetSocketAddress peer, Optional<PeerIdentity> identity) {
        return priority(peer) + (identity.isPresent() ? IDENTIFIED : 0);
    }

    private long priority(InetSocketAddress peer) {
        InetAddress address = peer.getAddress();
        return address == null
                ? 0
                : network.ownAddresses().seenBy(address)
                        .map(ours -> PeerPriority.between(
                                new InetSocketAddress(ours, network.listenPort()), peer))
                        .orElse(0L);
    }

    private PeerSession addSession(HandshakenPeer peer, Slot slot, @Nullable PeerAddress dialled,
            long nowNs) {
        int number = nextNumber++;
        Connection connection = peer.connection();
        PeerConnection link = new PeerConnection(number, peer, slot, Optional.ofNullable(layout),
                uploadLimits, backpressure, listener,
                () -> network.gate().stillAdmitted(connection, infoHash));
        PeerSession session = layout == null
                ? PeerSession.deferred(number, link, peer.handshake(), dialled, nowNs)
                : new PeerSession(number, link, peer.handshake(), dialled, layout.pieceCount(),
                        nowNs);
        peers.put(number, session);
        everConnected++;
        link.start();
        return session;
    }

    /**
     * Adds a web seed, which takes no peer's place and counts for no limit on connections.
     *
     * @param name for status and log
     * @param open opens the link of the session with this number
     */
    public PeerSession addWebSeed(String name, IntFunction<PeerLink> open, PieceLayout pieces,
            long nowNs) {
        int number = nextNumber++;
        PeerSession session = PeerSession.webSeed(number, open.apply(number), infoHash, name,
                pieces, nowNs);
        peers.put(number, session);
        return session;
    }

    private Stream<PeerSession> withoutWebSeeds() {
        return peers.values().stream().filter(peer -> !peer.isWebSeed);
    }

    /** The peer's connection is closed, and the peer removed. */
    public void disconnected(PeerSession peer, long nowNs) {
        PeerOrigin origin = peer.origin();
        if (peer.down.total() > 0 && !peerList.isBanned(name(origin))) {
            disconnected.put(peer.number, origin);
            if (disconnected.size() > MAX_DISCONNECTED) {
                disconnected.pollFirstEntry();
            }
        }
        if (peer.dialled != null) {
            peerList.disconnected(peer.dialled, peer.down.total() + peer.up.total() > 0, peer.fault,
                    nowNs);
        }
    }

    /** The peer has nothing to exchange now: it is dialled again much later. */
    public void setAside(PeerSession peer, long nowNs) {
        if (peer.dialled != null) {
            peerList.setAside(peer.dialled, nowNs);
        }
    }

    /** Removes peers that the magnet link alone names; returns the connected ones, to be dropped. */
    public List<PeerSession> removeMagnetPeers() {
        peerList.removeMagnetPeers();
        return peers.values().stream()
                .filter(peer -> peer.dialled != null && peerList.isRemoved(peer.dialled)).toList();
    }

    /** Adds the peers of a PEX message; seeds are set aside when they have nothing to exchange. */
    public void addFromPex(PeerSession source, Collection<Contact> contacts, boolean seedsAreSpare,
            long nowNs) {
        Set<InetSocketAddress> here = peers.values().stream().map(PeerSession::listenAddress)
                .flatMap(Optional::stream).collect(Collectors.toSet());
        for (Contact contact : contacts) {
            InetSocketAddress address = contact.address();
            if (!isOwn(address) && !here.contains(address)) {
                peerList.addFromPex(address, source.number, seedsAreSpare && contact.seed(), nowNs);
            }
        }
    }

    /** The peer reports that it has lost its connections to the addresses. */
    public void dropFromPex(PeerSession source, Collection<InetSocketAddress> addresses) {
        addresses.forEach(address -> peerList.dropFromPex(address, source.number));
    }

    private boolean isOwn(InetSocketAddress address) {
        return address.getPort() == network.listenPort()
                && network.ownAddresses().isLocal(address.getAddress());
    }

    /** Dials the peers that are due, while there is room for connections. */
    public void dialDue(long nowNs) {
        int room = maxPeers - (int) withoutWebSeeds().count();
        if (room > 0) {
            peerList.takeDue(room, connectedDevices(), nowNs).forEach(dialer::dial);
        }
    }

    private Set<String> connectedDevices() {
        return peers.values().stream().flatMap(peer -> peer.link.identity().stream())
                .map(PeerIdentity::device).collect(Collectors.toSet());
    }

    /**
     * Bans a peer under each name with which it could return, and that no honest peer shares. Returns
     * how many bans at its host are to be logged: 0 when they were logged just now.
     */
    public int ban(PeerOrigin origin, long nowNs) {
        disconnected.values().remove(origin);
        peerList.ban(name(origin));
        if (origin.dialled() != null) {
            peerList.ban(origin.dialled());
            peerList.neverDial(origin.dialled());
        }
        origin.identity().map(PeerIdentity::device).ifPresent(peerList::ban);
        return origin.identity().isPresent()
                ? 1
                : hostBans.recordBan(origin.remote().getAddress(), nowNs);
    }

    /** The peer with the number, connected or not any more. */
    public Optional<PeerOrigin> origin(int number) {
        return peer(number).filter(peer -> !peer.isWebSeed).map(PeerSession::origin)
                .or(() -> Optional.ofNullable(disconnected.get(number)));
    }

    /** Connected peers that are banned: one may have returned before it was found out. */
    public List<PeerSession> banned() {
        return withoutWebSeeds().filter(peer -> isBanned(peer.origin())).toList();
    }

    private boolean isBanned(PeerOrigin origin) {
        return (origin.dialled() != null && origin.identity().isEmpty())
                ? peerList.isBanned(origin.dialled())
                : peerList.isBanned(name(origin));
    }

    /** A peer id can be forged: without an identity it counts together with the address. */
    private static Object name(PeerOrigin origin) {
        return origin.identity().isPresent()
                ? origin.identity().get()
                : new IdAtAddress(origin.id(), origin.remote().getAddress());
    }

    private record IdAtAddress(PeerId id, InetAddress address) {}

    /** Peers that the gate admits no longer. */
    public List<PeerSession> noLongerAdmitted() {
        return peers.values().stream().filter(peer -> !peer.link.isAdmitted()).toList();
    }
}

package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.gridtorrent.engine.limit.ConnectionLimit.Place;
import org.gridtorrent.engine.limit.Limits;
import org.gridtorrent.engine.peers.HostBans;
import org.gridtorrent.engine.peers.PeerPriority;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.swarm.Obstacle.Code;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.MessageWriter.BlockSource;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.metainfo.InfoHash;
import org.jspecify.annotations.Nullable;

/**
 * Who is connected to a swarm, and who else is known: who comes in, who is dialled, who is shut out.
 * It outlives the swarm's phases, so that peers stay from one to the next. For the owner's thread.
 */
final class ConnectedPeers {
    /** More than any priority. */
    private static final long BY_NAME = 1L << 33;
    private static final int MOST_GONE = 256;

    private final InfoHash infoHash;
    private final SwarmOptions options;
    private final SwarmContext context;
    private final Mailbox mailbox;
    private final Map<Integer, PeerSession> peers = new LinkedHashMap<>();
    /** Who sent something and left, the last ones: what came of them is hashed later. */
    private final SequencedMap<Integer, PeerOrigin> gone = new LinkedHashMap<>();
    private final ReadBackpressure backpressure = new ReadBackpressure();
    private final Limits limits;
    private final PeerList peerList;
    private final HostBans hostBans = new HostBans();
    private final Dialer dialer;
    private int nextNumber;
    private long answered;
    private @Nullable PieceLayout layout;
    /** Connections that were there before the content was known read from it later. */
    private volatile @Nullable BlockSource source;

    ConnectedPeers(InfoHash infoHash, SwarmOptions options, SwarmContext context, Mailbox mailbox) {
        this.infoHash = infoHash;
        this.options = options;
        this.context = context;
        this.mailbox = mailbox;
        this.limits = context.limits().ofContent();
        this.peerList = new PeerList(context.random(), this::priority);
        this.dialer = new Dialer(context, infoHash, mailbox);
    }

    /** Those connected, by number; who takes one out closes it. */
    Map<Integer, PeerSession> peers() {
        return peers;
    }

    Optional<PeerSession> peer(int number) {
        return Optional.ofNullable(peers.get(number));
    }

    /** What holds all their readers back. */
    ReadBackpressure backpressure() {
        return backpressure;
    }

    /** What holds for this content. */
    Limits limits() {
        return limits;
    }

    int addressCount() {
        return peerList.size();
    }

    /** Whether somebody is there, or to be dialled soon. */
    boolean isAnyExpected() {
        return !peers.isEmpty() || peerList.isAnyExpected();
    }

    /** How many were ever connected, counted up to the present. */
    long answered() {
        return answered;
    }

    /** From now on peers' messages are measured by the layout, and blocks come from the source. */
    void contentKnown(PieceLayout pieces, BlockSource blocks) {
        layout = pieces;
        source = blocks;
    }

    private void read(Block block, ByteBuffer into) throws IOException {
        BlockSource blocks = source;
        if (blocks == null) {
            throw new IOException("nothing is there yet");
        }
        blocks.read(block, into);
    }

    /**
     * The connection's peer, if it may stay. Of two connections with the same peer one goes, and when
     * all are taken the one of the least priority (BEP 40): when that is one that was there, it is
     * handed to the caller, who drops it for the reason given.
     */
    Optional<PeerSession> joined(HandshakenPeer peer, @Nullable PeerAddress dialled,
            BiConsumer<PeerSession, String> drop, long nowNs) {
        if (dialled != null) {
            peerList.connected(dialled);
        }
        PeerId id = peer.handshake().peerId();
        if (id.equals(context.self()) || isBanned(PeerOrigin.of(peer, dialled))) {
            peer.connection().close();
            if (dialled != null) {
                peerList.neverDial(dialled);
            }
            return Optional.empty();
        }
        if (dialled != null && peerList.isRemoved(dialled)) {
            peer.connection().close();
            peerList.disconnected(dialled, false, Optional.empty(), nowNs);
            return Optional.empty();
        }
        context.own().uses(peer.connection().local().getAddress());
        Optional<Place> place = isWelcome(peer.connection(), nowNs)
                && yieldsTo(peer, dialled, drop) && makesRoom(peer.connection(), drop)
                        ? context.connections()
                                .take(peer.connection().identity().isPresent())
                        : Optional.empty();
        if (place.isEmpty()) {
            peer.connection().close();
            if (dialled != null) {
                peerList.setAside(dialled, nowNs);
            }
        }
        return place.map(taken -> enter(peer, taken, dialled, nowNs));
    }

    /** Strangers at a host from which false data came too often come one at a time, and seldom. */
    private boolean isWelcome(Connection newcomer, long nowNs) {
        InetAddress address = newcomer.remote().getAddress();
        return newcomer.identity().isPresent() || !hostBans.isSuspect(address, nowNs)
                || (!hostBans.isShutOut(address, nowNs) && peers.values().stream()
                        .noneMatch(peer -> peer.link.identity().isEmpty() && HostBans
                                .isSameHost(peer.link.remote().getAddress(), address)));
    }

    /**
     * Of two connections with the same peer one stays. When each side opened one, both must keep the
     * same: the one that the greater peer id opened. Anybody can say another's peer id, so whom the
     * gate knows by name is the same only under that name, and a stranger only where he was found; and
     * who comes with the same name and another id has begun anew, and will not be heard on the older
     * line any more.
     */
    private boolean yieldsTo(HandshakenPeer peer, @Nullable PeerAddress dialled,
            BiConsumer<PeerSession, String> drop) {
        boolean outgoing = dialled != null;
        PeerId id = peer.handshake().peerId();
        Optional<PeerIdentity> identity = peer.connection().identity();
        for (PeerSession other : List.copyOf(peers.values())) {
            boolean sameId = other.handshake.peerId().equals(id);
            if (!sameId && identity.isPresent() && other.link.identity().equals(identity)) {
                drop.accept(other, "its device has begun anew");
            } else if (sameId && other.link.identity().equals(identity)
                    && (identity.isPresent() || isSamePlace(other, peer, dialled))) {
                boolean opposite = (other.dialled != null) != outgoing;
                boolean weOpenIt = context.self().compareTo(id) > 0;
                if (!opposite || outgoing != weOpenIt) {
                    return false;
                }
                drop.accept(other, "connected twice");
                return true;
            }
        }
        return true;
    }

    private static boolean isSamePlace(PeerSession one, HandshakenPeer other,
            @Nullable PeerAddress dialled) {
        return (one.dialled != null && dialled != null)
                ? one.dialled.address().equals(dialled.address())
                : one.link.remote().getAddress()
                        .equals(other.connection().remote().getAddress());
    }

    private boolean makesRoom(Connection newcomer, BiConsumer<PeerSession, String> drop) {
        if (peers.size() < options.maxPeers()) {
            return true;
        }
        Optional<PeerSession> last = peers.values().stream()
                .min(Comparator.comparingLong(peer -> rank(peer.link)));
        if (last.isEmpty()
                || rank(last.get().link) >= rank(newcomer.remote(), newcomer.identity())) {
            return false;
        }
        drop.accept(last.get(), "all places are taken, and another peer comes first (BEP 40)");
        return true;
    }

    private long rank(PeerLink link) {
        return rank(link.remote(), link.identity());
    }

    /** By priority, but strangers take no place from those whom the gate knows by name. */
    private long rank(InetSocketAddress peer, Optional<PeerIdentity> identity) {
        return priority(peer) + (identity.isPresent() ? BY_NAME : 0);
    }

    private long priority(InetSocketAddress peer) {
        InetAddress address = peer.getAddress();
        return address == null
                ? 0
                : context.own().towards(address)
                        .map(ours -> PeerPriority.between(
                                new InetSocketAddress(ours, context.listenPort()), peer))
                        .orElse(0L);
    }

    private PeerSession enter(HandshakenPeer peer, Place place, @Nullable PeerAddress dialled,
            long nowNs) {
        int number = nextNumber++;
        Connection connection = peer.connection();
        PeerConnection link = new PeerConnection(number, peer, place, Optional.ofNullable(layout),
                this::read, List.of(limits.up(), context.limits().up()), backpressure, mailbox::put,
                () -> context.gate().stillAdmitted(connection, infoHash));
        PeerSession session = layout == null
                ? PeerSession.deferred(number, link, peer.handshake(), dialled, nowNs)
                : new PeerSession(number, link, peer.handshake(), dialled, layout.pieceCount(),
                        nowNs);
        peers.put(number, session);
        answered++;
        link.start();
        return session;
    }

    /** The peer's connection is closed. */
    void left(PeerSession peer, long nowNs) {
        PeerOrigin origin = PeerOrigin.of(peer);
        if (peer.down.total() > 0 && !peerList.isBanned(name(origin))) {
            gone.put(peer.number, origin);
            if (gone.size() > MOST_GONE) {
                gone.pollFirstEntry();
            }
        }
        if (peer.dialled != null) {
            peerList.disconnected(peer.dialled, peer.down.total() + peer.up.total() > 0, peer.fault,
                    nowNs);
        }
    }

    /** It is of no use now; if it is left alone, it may be later. */
    void setAside(PeerSession peer, long nowNs) {
        if (peer.dialled != null) {
            peerList.setAside(peer.dialled, nowNs);
        }
    }

    /** Those who are banned stay so; those who are being dialled may still join. */
    void forgetAll() {
        peerList.forgetAll();
    }

    /** Those that were set aside are of use again. */
    void recallSetAside(long nowNs) {
        peerList.recallSetAside(nowNs);
    }

    void known(Collection<PeerAddress> addresses, long nowNs) {
        peerList.add(addresses, nowNs);
    }

    void namedByLink(Collection<PeerAddress> addresses, long nowNs) {
        peerList.addOfMagnet(addresses, nowNs);
    }

    /** Whom the link alone names is forgotten; gives those who are connected, to be dropped. */
    List<PeerSession> removeThoseOfMagnet() {
        peerList.removeThoseOfMagnet();
        return peers.values().stream()
                .filter(peer -> peer.dialled != null && peerList.isRemoved(peer.dialled)).toList();
    }

    void knownDevices(Collection<DeviceAddresses> devices, long nowNs) {
        peerList.addDevices(devices, nowNs);
    }

    /** A peer tells of others; seeds among them may be of no use now. */
    void heardOf(PeerSession informant, Collection<Contact> contacts, boolean sparesSeeds,
            long nowNs) {
        Set<InetSocketAddress> here = peers.values().stream().map(PeerSession::listensAt)
                .flatMap(Optional::stream).collect(Collectors.toSet());
        for (Contact contact : contacts) {
            InetSocketAddress address = contact.address();
            if (!isOwn(address) && !here.contains(address)) {
                peerList.addOfPex(address, informant.number, sparesSeeds && contact.seed(), nowNs);
            }
        }
    }

    /** The peer has lost those others. */
    void heardOfNoMore(PeerSession informant, Collection<InetSocketAddress> addresses) {
        addresses.forEach(address -> peerList.dropOfPex(address, informant.number));
    }

    private boolean isOwn(InetSocketAddress address) {
        return address.getPort() == context.listenPort()
                && context.own().isUsed(address.getAddress());
    }

    void lineOpen(PeerAddress address) {
        peerList.connectionOpened(address);
    }

    void dialFailed(PeerAddress address, IOException why, long nowNs) {
        peerList.dialFailed(address, why, nowNs);
    }

    void dialDue(long nowNs) {
        int room = options.maxPeers() - peers.size();
        if (room > 0) {
            peerList.takeDue(room, devicesHere(), nowNs).forEach(dialer::dial);
        }
    }

    private Set<String> devicesHere() {
        return peers.values().stream().flatMap(peer -> peer.link.identity().stream())
                .map(PeerIdentity::device).collect(Collectors.toSet());
    }

    /**
     * Under every name that it could come back with, and that no honest peer shares. Says how many at
     * its address are to be reported; 0 when that was done just now.
     */
    int ban(PeerOrigin origin, long nowNs) {
        gone.values().remove(origin);
        peerList.ban(name(origin));
        if (origin.dialled() != null) {
            peerList.ban(origin.dialled());
            peerList.neverDial(origin.dialled());
        }
        origin.identity().map(PeerIdentity::device).ifPresent(peerList::ban);
        return origin.identity().isPresent()
                ? 1
                : hostBans.banned(origin.remote().getAddress(), nowNs);
    }

    /** Who it is, or was. */
    Optional<PeerOrigin> origin(int number) {
        return peer(number).map(PeerOrigin::of)
                .or(() -> Optional.ofNullable(gone.get(number)));
    }

    /** Those connected who are banned: a origin may have come back before it was found out. */
    List<PeerSession> banned() {
        return peers.values().stream().filter(peer -> isBanned(PeerOrigin.of(peer))).toList();
    }

    private boolean isBanned(PeerOrigin origin) {
        return (origin.dialled() != null && origin.identity().isEmpty())
                ? peerList.isBanned(origin.dialled())
                : peerList.isBanned(name(origin));
    }

    /** A peer id is anybody's to say; where there is no other name, it counts with its address. */
    private static Object name(PeerOrigin origin) {
        return origin.identity().isPresent()
                ? origin.identity().get()
                : new Stranger(origin.id(), origin.remote().getAddress());
    }

    /** Whoever says this id, of those at this address. */
    private record Stranger(PeerId id, InetAddress address) {}

    /** Peers that the gate no longer admits. */
    List<PeerSession> noLongerAdmitted() {
        return peers.values().stream().filter(peer -> !peer.link.stillAdmitted()).toList();
    }

    /** Why nobody is connected. */
    Obstacle whyNobody() {
        Optional<String> failure = peerList.lastFailure();
        if (peerList.size() == 0) {
            return new Obstacle(Code.NO_PEERS, peerList.anyBanned()
                    ? "Nobody else who has this content is known; who sent false data is not asked again."
                    : "Nobody who has this content is known yet.");
        }
        if (peerList.anyRefused()) {
            return new Obstacle(Code.REFUSED, "Refused: " + failure.orElse("by every peer") + ".");
        }
        Optional<String> fault = peerList.fault();
        if (fault.isPresent()) {
            return Obstacle.misbehaves(fault.get());
        }
        List<PeerAddress> silent = peerList.awaitingHandshake();
        if (!silent.isEmpty()) {
            return new Obstacle(Code.NO_HANDSHAKE, "The peer at " + silent.getFirst()
                    + " took the connection and has not said the handshake"
                    + (silent.size() == 1 ? "." : ", like " + (silent.size() - 1) + " more."));
        }
        return failure.isPresent() && !peerList.isDialling()
                ? new Obstacle(Code.UNREACHABLE, "No known peer can be reached; the last tried was "
                        + failure.get() + ".")
                : new Obstacle(Code.CONNECTING, peerList.size() == 1
                        ? "Connecting to the only known peer."
                        : "Connecting to " + peerList.size() + " known peers.");
    }
}

package org.gridtorrent.engine.swarm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.choke.Choker;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.connection.RateMeter;
import org.gridtorrent.engine.connection.ReadBackpressure;
import org.gridtorrent.engine.download.DownloadMode;
import org.gridtorrent.engine.download.Downloader;
import org.gridtorrent.engine.extension.ExtensionHandshakes;
import org.gridtorrent.engine.extension.Extensions;
import org.gridtorrent.engine.limit.RateLimitChain;
import org.gridtorrent.engine.peers.OwnAddresses;
import org.gridtorrent.engine.picker.DownloadingLimits;
import org.gridtorrent.engine.picker.PiecePicker;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.upload.PieceSuggestions;
import org.gridtorrent.engine.upload.Uploader;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Peer of a simulated swarm: the real protocol, picker, choker and windows on virtual connections.
 *
 * <p>Its uplink sends one block at a time, from its connections in turn; its downlink receives one at a time.
 */
final class VirtualHost {
    private static final long TICK_NS = 250_000_000L;
    /** Piece memory, as much as a process has at most. */
    private static final long MEMORY = 128L << 20;

    /** Bytes of a piece message before the block. */
    private static final int BLOCK_HEADER = 13;

    private final VirtualTime time;
    private final int number;
    private final long upload;
    private final long download;
    private final Map<Integer, PeerSession> sessions = new LinkedHashMap<>();
    private final Deque<VirtualLink> sending = new ArrayDeque<>();
    private final PeerId id;
    private final PieceLayout layout;
    private final Bitfield verified;
    private final Downloader downloader;
    private final PeerProtocol protocol;
    private static final InfoHash INFO_HASH = InfoHash.of(new byte[InfoHash.V1_LENGTH]);

    private final ChokeMode mode;
    private int nextNumber;
    private boolean uplinkBusy;
    private long downlinkFreeNs;
    private long completeNs = -1;
    private long sentBytes;
    private boolean disconnected;

    /**
     * @param upload bytes a second
     * @param download bytes a second
     */
    VirtualHost(VirtualTime time, int number, PieceLayout layout, boolean seed, long upload,
            long download, ChokeMode mode, int slots, RandomGenerator random) {
        this.time = time;
        this.number = number;
        this.layout = layout;
        this.upload = upload;
        this.download = download;
        this.mode = mode;
        id = PeerId.random(random);
        verified = seed ? Bitfield.full(layout.pieceCount()) : new Bitfield(layout.pieceCount());
        var picker = new PiecePicker(layout, verified, DownloadingLimits.of(layout, MEMORY),
                random);
        downloader = new Downloader(layout, picker, sessions, new VirtualDisk(time, layout, this),
                new ReadBackpressure(), new RateMeter(time.nowNs()), new RateLimitChain(List.of()),
                DownloadMode.SELECTED);
        protocol = new PeerProtocol(layout, verified, sessions, downloader,
                new Uploader(INFO_HASH, new Choker(mode, slots, random), verified, layout,
                        new PieceSuggestions(layout.pieceCount(),
                                downloader.picker()::isHeldByLeech,
                                random),
                        (_, _) -> {}),
                new RateMeter(time.nowNs()),
                new Extensions(new ExtensionHandshakes(1, new OwnAddresses()), Optional.empty(),
                        Optional.empty()));
        if (seed) {
            completeNs = 0;
        }
        // Hosts do not tick together.
        time.in(random.nextLong(TICK_NS), this::tick);
    }

    /** Hosts of a cooperative swarm belong to one site, and have identities. */
    Optional<PeerIdentity> identity() {
        return mode == ChokeMode.COOPERATIVE
                ? Optional.of(new PeerIdentity("user", "device " + number))
                : Optional.empty();
    }

    int number() {
        return number;
    }

    long upload() {
        return upload;
    }

    long download() {
        return download;
    }

    boolean isComplete() {
        return completeNs >= 0;
    }

    /** Time when all pieces were verified; negative before. */
    long completeNs() {
        return completeNs;
    }

    boolean isDisconnected() {
        return disconnected;
    }

    long sentBytes() {
        return sentBytes;
    }

    long wastedBytes() {
        return downloader.wasted();
    }

    int pieceCount() {
        return verified.count();
    }

    /** Opens a connection; each side sees the other at once. */
    void connect(VirtualHost other, long delayNs) {
        var there = new VirtualLink(time, this, delayNs);
        var back = new VirtualLink(time, other, delayNs);
        PeerSession mine = session(there, other);
        PeerSession theirs = other.session(back, this);
        there.connectTo(other, theirs);
        back.connectTo(this, mine);
        protocol.connected(mine);
        other.protocol.connected(theirs);
    }

    private PeerSession session(VirtualLink link, VirtualHost other) {
        return new PeerSession(nextNumber++, link,
                Handshake.ours(InfoHash.of(new byte[20]), other.id),
                null, layout.pieceCount(), time.nowNs());
    }

    /** Closes all connections. */
    void disconnect() {
        disconnected = true;
        for (PeerSession session : List.copyOf(sessions.values())) {
            ((VirtualLink) session.link).disconnect();
            protocol.disconnected(session);
        }
    }

    void disconnected(PeerSession session) {
        protocol.disconnected(session);
    }

    void received(PeerSession session, PeerMessage message) {
        if (sessions.get(session.number) == session) {
            try {
                protocol.received(session, List.of(message), time.nowNs());
            } catch (ProtocolException e) {
                throw new AssertionError("host " + number + " was told " + message, e);
            }
            protocol.afterEvents(time.nowNs());
        }
    }

    /** The disk has synced the piece. */
    void pieceVerified(int piece) {
        if (verified.has(piece)) {
            throw new AssertionError("host " + number + " got piece " + piece + " twice");
        }
        downloader.verified(piece);
        protocol.piecesVerified(List.of(piece));
        if (verified.isComplete()) {
            completeNs = time.nowNs();
        }
        sessions.values().forEach(session -> {
            if (verified.isComplete()) {
                protocol.updateInterest(session);
            }
        });
    }

    private void tick() {
        if (!disconnected) {
            protocol.tick(time.nowNs());
            time.in(TICK_NS, this::tick);
        }
    }

    /** The connection has a block to send. */
    void startSending(VirtualLink link) {
        sending.add(link);
        if (!uplinkBusy) {
            sendNext();
        }
    }

    void stopSending(VirtualLink link) {
        sending.remove(link);
    }

    private void sendNext() {
        VirtualLink link = sending.poll();
        uplinkBusy = link != null;
        if (link != null) {
            int length = link.beginBlock() + BLOCK_HEADER;
            sentBytes += length;
            time.in(nanos(length, upload), () -> {
                if (link.sentBlock()) {
                    sending.add(link);
                }
                sendNext();
            });
        }
    }

    /** Time when a block whose first byte arrives now has passed the downlink. */
    long downlinkArrivalNs(int length) {
        downlinkFreeNs = Math.max(downlinkFreeNs, time.nowNs()) + nanos(length, download);
        return downlinkFreeNs;
    }

    private static long nanos(long bytes, long rate) {
        return bytes * 1_000_000_000L / rate;
    }
}

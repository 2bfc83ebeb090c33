package org.gridtorrent.engine.swarm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.gridtorrent.engine.connection.DeferredMessages;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.connection.RateMeter;
import org.gridtorrent.engine.download.Downloader;
import org.gridtorrent.engine.extension.Extensions;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.upload.Uploader;
import org.gridtorrent.engine.wire.LayoutValidator;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;

/**
 * Peer wire protocol of a swarm (BEP 3, 6, 10): dispatches peers' messages, and sends have and interest.
 *
 * <p>Blocks and requests go to the {@link Downloader} and {@link Uploader}. Confined to the swarm's thread;
 * time is passed in, and nothing blocks.
 */
final class PeerProtocol {
    private static final long KEEP_ALIVE_NS = 60_000_000_000L;
    private static final long SILENCE_NS = 150_000_000_000L;

    private final PieceLayout layout;
    private final Bitfield verified;
    private final Map<Integer, PeerSession> peers;
    private final Downloader downloader;
    private final Uploader uploader;
    private final RateMeter up;
    private final Extensions extensions;
    private boolean idle;

    PeerProtocol(PieceLayout layout, Bitfield verified, Map<Integer, PeerSession> peers,
            Downloader downloader, Uploader uploader, RateMeter up, Extensions extensions) {
        this.layout = layout;
        this.verified = verified;
        this.peers = peers;
        this.downloader = downloader;
        this.uploader = uploader;
        this.up = up;
        this.extensions = extensions;
    }

    RateMeter up() {
        return up;
    }

    void connected(PeerSession peer) {
        peers.put(peer.number, peer);
        downloader.connected(peer);
        uploader.connected(peer);
        if (peer.handshake.fast() && verified.isComplete()) {
            peer.link.send(new PeerMessage.HaveAll());
        } else if (peer.handshake.fast() && verified.isEmpty()) {
            peer.link.send(new PeerMessage.HaveNone());
        } else if (!verified.isEmpty()) {
            peer.link.send(new PeerMessage.BitfieldBytes(verified.bytes()));
        }
        sendHandshake(peer);
    }

    private void sendHandshake(PeerSession peer) {
        updateUploadOnly();
        extensions.sendHandshake(peer);
    }

    /** Tells peers whether pieces are wanted (BEP 21): also a partial seed wants none. */
    private void updateUploadOnly() {
        extensions.setUploadOnly(!downloader.isDownloading(), peers.values());
    }

    /** Takes over a peer that connected before the content was known; it was sent HAVE_NONE, which still holds. */
    void adopt(PeerSession peer, DeferredMessages deferred, long nowNs) throws ProtocolException {
        peer.pieces = new Bitfield(layout.pieceCount());
        downloader.connected(peer);
        uploader.connected(peer);
        sendHandshake(peer);
        received(peer, deferred.take(), nowNs);
    }

    void disconnected(PeerSession peer) {
        if (peers.remove(peer.number) != null) {
            addBytesSent(peer, peer.lastReceivedNs);
            downloader.disconnected(peer);
            uploader.disconnected(peer);
            peer.link.close();
        }
    }

    /** Handles the messages of one read, then requests blocks as the window allows. */
    void received(PeerSession peer, List<PeerMessage> messages, long nowNs)
            throws ProtocolException {
        peer.lastReceivedNs = nowNs;
        idle = false;
        for (PeerMessage message : messages) {
            if (peer.deferred != null) {
                LayoutValidator.validate(message, layout);
            }
            received(peer, message, nowNs);
        }
        downloader.request(peer, nowNs);
    }

    private void received(PeerSession peer, PeerMessage message, long nowNs)
            throws ProtocolException {
        switch (message) {
            case PeerMessage.Piece piece -> {
                peer.blockReceived();
                downloader.piece(peer, piece, nowNs);
            }
            case PeerMessage.Request(var block) -> uploader.request(peer, block);
            case PeerMessage.Cancel(var block) -> uploader.cancel(peer, block);
            case PeerMessage.Reject(var block) -> downloader.reject(peer, block, nowNs);
            case PeerMessage.Have(int piece) -> have(peer, piece);
            case PeerMessage.BitfieldBytes(byte[] bytes) -> bitfield(peer,
                    Bitfield.parse(bytes, layout.pieceCount())
                            .orElseThrow(() -> new ProtocolException("a malformed bitfield")));
            case PeerMessage.HaveAll() -> haveAll(peer);
            case PeerMessage.HaveNone() -> haveNone(peer);
            case PeerMessage.Choke() -> choked(peer);
            case PeerMessage.Unchoke() -> peer.peerChoking = false;
            case PeerMessage.Interested() -> interested(peer, true);
            case PeerMessage.NotInterested() -> interested(peer, false);
            case PeerMessage.Extended(int id, byte[] payload) -> extensions.received(peer, id,
                    payload, nowNs);
            case PeerMessage.KeepAlive() -> {
            }
            case PeerMessage.Suggest(int piece) -> downloader.suggest(peer, piece);
            case PeerMessage.AllowedFast(int piece) -> peer.addAllowedFast(piece);
        }
    }

    /** Handles the first bitfield (BEP 3), or a later one, which only adds: aria2 sends it in place of many HAVEs. */
    private void bitfield(PeerSession peer, Bitfield pieces) {
        if (!peer.bitfieldReceived) {
            peer.bitfieldReceived = true;
            downloader.bitfield(peer, pieces);
            uploader.bitfield(peer);
            updateInterest(peer);
        } else if (peer.pieces.lacksAnyOf(pieces)) {
            pieces.pieces().filter(piece -> !peer.pieces.has(piece))
                    .forEach(piece -> have(peer, piece));
        }
    }

    /**
     * By BEP 6 only allowed after the handshake; aria2 also sends it when it has become a seed. Ignored from a
     * peer that is a seed already: these five bytes cost a look at every piece.
     */
    private void haveAll(PeerSession peer) {
        if (!peer.bitfieldReceived || !peer.isSeed()) {
            bitfield(peer, Bitfield.full(layout.pieceCount()));
        }
    }

    /** Only allowed right after the handshake (BEP 6). */
    private void haveNone(PeerSession peer) throws ProtocolException {
        if (peer.bitfieldReceived) {
            throw new ProtocolException("says twice which pieces it has");
        }
        bitfield(peer, new Bitfield(layout.pieceCount()));
    }

    private void have(PeerSession peer, int piece) {
        peer.bitfieldReceived = true;
        downloader.have(peer, piece);
        if (!peer.amInterested && downloader.wants(piece)) {
            updateInterest(peer);
        }
    }

    private void choked(PeerSession peer) {
        peer.peerChoking = true;
        downloader.choked(peer);
    }

    private void interested(PeerSession peer, boolean interested) {
        if (peer.peerInterested != interested) {
            peer.peerInterested = interested;
            uploader.interestChanged(peer);
        }
    }

    /** Wanted pieces changed: updates interest in all peers, and requests blocks, from the fastest first. */
    void wantedPiecesChanged(long nowNs) {
        List<PeerSession> fastestFirst = new ArrayList<>(peers.values());
        fastestFirst.sort(Comparator.comparingLong((PeerSession peer) -> peer.lastRate).reversed());
        for (PeerSession peer : fastestFirst) {
            updateInterest(peer);
            downloader.request(peer, nowNs);
        }
    }

    void updateInterest(PeerSession peer) {
        boolean interesting = downloader.isInteresting(peer.pieces);
        if (interesting != peer.amInterested) {
            peer.amInterested = interesting;
            peer.link.send(interesting
                    ? new PeerMessage.Interested()
                    : new PeerMessage.NotInterested());
        }
    }

    /** Sends HAVE for verified pieces to peers that lack them, and to seeds, which prefer pieces nobody has. */
    void piecesVerified(List<Integer> pieces) {
        for (int piece : pieces) {
            verified.set(piece);
        }
        for (PeerSession peer : peers.values()) {
            for (int piece : pieces) {
                if (!peer.pieces.has(piece) || peer.isSeed()) {
                    peer.link.send(new PeerMessage.Have(piece));
                }
            }
        }
    }

    /** Whether no blocks are transferred or about to be, as of the last tick. */
    boolean isIdle() {
        return idle;
    }

    private boolean isTransferring(PeerSession peer, long nowNs) {
        return peer.amInterested || (peer.peerInterested && peer.amChoking)
                || peer.link.queuedBlocks() > 0
                || peer.down.rate(nowNs) > 0 || peer.up.rate(nowNs) > 0;
    }

    /** Updates rates, windows, choking and interest; sends keep-alives. */
    void tick(long nowNs) {
        downloader.tick(nowNs);
        updateUploadOnly();
        extensions.tick(nowNs);
        peers.values().forEach(peer -> addBytesSent(peer, nowNs));
        uploader.chokeRound(peers.values(), downloader.isDownloading(), up.total(), nowNs);
        for (PeerSession peer : peers.values()) {
            if (nowNs - peer.lastSentNs > KEEP_ALIVE_NS) {
                peer.lastSentNs = nowNs;
                peer.link.send(new PeerMessage.KeepAlive());
            }
            if (peer.amInterested && peer.outstanding.isEmpty()) {
                updateInterest(peer);
            }
            downloader.request(peer, nowNs);
        }
        idle = up.rate(nowNs) == 0 && downloader.down().rate(nowNs) == 0
                && peers.values().stream().noneMatch(peer -> isTransferring(peer, nowNs));
    }

    /** Peers that sent nothing, not even a keep-alive, for longer than BEP 3 allows. */
    List<PeerSession> timedOut(long nowNs) {
        return peers.values().stream()
                .filter(peer -> !peer.isWebSeed && nowNs - peer.lastReceivedNs > SILENCE_NS)
                .toList();
    }

    /** Web seeds that left requests unanswered for too long. */
    List<PeerSession> stalledWebSeeds(long nowNs) {
        return peers.values().stream()
                .filter(peer -> peer.isWebSeed && Downloader.isStalled(peer, nowNs)).toList();
    }

    /** Web seeds that have said what they have, and have none of the missing pieces. */
    List<PeerSession> spareWebSeeds() {
        return peers.values().stream().filter(peer -> peer.isWebSeed && peer.bitfieldReceived
                && !peer.amInterested && peer.outstanding.isEmpty()).toList();
    }

    private void addBytesSent(PeerSession peer, long nowNs) {
        long sent = peer.link.takeBytesSent();
        peer.sentInTurn |= sent > 0;
        peer.up.add(sent, nowNs);
        up.add(sent, nowNs);
    }

    /** Sends what need not wait for the next tick: requests that a limit held back, and unchokes. */
    void afterEvents(long nowNs) {
        downloader.requestRateLimited(nowNs);
        updateUploadOnly();
        uploader.chokeRound(peers.values(), downloader.isDownloading(), up.total(), nowNs);
    }
}

package org.gridtorrent.engine.swarm;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * What is said between this side and its peers, and what follows from it: the swarm's protocol state.
 * For the owner's thread; time is passed in, and nothing here blocks.
 */
final class PeerProtocol {
    private static final long KEEP_ALIVE_NS = 60_000_000_000L;
    private static final long SILENCE_NS = 150_000_000_000L;

    private final PieceLayout layout;
    private final Bitfield had;
    private final Map<Integer, PeerSession> peers;
    private final Downloader downloader;
    private final Uploader uploader;
    private final RateMeter up;
    private final Extensions extensions;
    private boolean quiet;

    PeerProtocol(PieceLayout layout, Bitfield had, Map<Integer, PeerSession> peers,
            Downloader downloader, Uploader uploader, RateMeter up, Extensions extensions) {
        this.layout = layout;
        this.had = had;
        this.peers = peers;
        this.downloader = downloader;
        this.uploader = uploader;
        this.up = up;
        this.extensions = extensions;
    }

    Collection<PeerSession> peers() {
        return peers.values();
    }

    RateMeter up() {
        return up;
    }

    Optional<PeerSession> peer(int number) {
        return Optional.ofNullable(peers.get(number));
    }

    void joined(PeerSession peer) {
        peers.put(peer.number, peer);
        downloader.connected(peer);
        uploader.connected(peer);
        if (peer.handshake.fast() && had.isComplete()) {
            peer.link.send(new PeerMessage.HaveAll());
        } else if (peer.handshake.fast() && had.isEmpty()) {
            peer.link.send(new PeerMessage.HaveNone());
        } else if (!had.isEmpty()) {
            peer.link.send(new PeerMessage.BitfieldBytes(had.bytes()));
        }
        sendHandshake(peer);
    }

    private void sendHandshake(PeerSession peer) {
        tellWhetherMoreIsWanted();
        extensions.sendHandshake(peer);
    }

    /** BEP 21: a partial seed, too, wants nothing; and wants again when more is selected. */
    private void tellWhetherMoreIsWanted() {
        extensions.uploadOnly(!downloader.isDownloading(), peers.values());
    }

    /**
     * Takes over a peer that came before the content was known, and was told that nothing is had
     * here, which is true still.
     */
    void adopt(PeerSession peer, DeferredMessages deferred, long nowNs) throws ProtocolException {
        peer.pieces = new Bitfield(layout.pieceCount());
        downloader.connected(peer);
        uploader.connected(peer);
        sendHandshake(peer);
        received(peer, deferred.take(), nowNs);
    }

    void left(PeerSession peer) {
        if (peers.remove(peer.number) != null) {
            account(peer, peer.lastReceivedNs);
            downloader.disconnected(peer);
            uploader.left(peer);
            peer.link.close();
        }
    }

    /** Handles all that one read brought, then asks for as much as there is room for. */
    void received(PeerSession peer, List<PeerMessage> messages, long nowNs)
            throws ProtocolException {
        peer.lastReceivedNs = nowNs;
        quiet = false;
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
            case PeerMessage.Request(var block) -> uploader.requested(peer, block);
            case PeerMessage.Cancel(var block) -> uploader.cancelled(peer, block);
            case PeerMessage.Reject(var block) -> downloader.reject(peer, block, nowNs);
            case PeerMessage.Have(int piece) -> has(peer, piece);
            case PeerMessage.BitfieldBytes(byte[] bytes) -> told(peer,
                    Bitfield.parse(bytes, layout.pieceCount())
                            .orElseThrow(() -> new ProtocolException("a malformed bitfield")));
            case PeerMessage.HaveAll() -> hasAll(peer);
            case PeerMessage.HaveNone() -> hasNone(peer);
            case PeerMessage.Choke() -> choked(peer);
            case PeerMessage.Unchoke() -> peer.peerChoking = false;
            case PeerMessage.Interested() -> wanting(peer, true);
            case PeerMessage.NotInterested() -> wanting(peer, false);
            case PeerMessage.Extended(int id, byte[] payload) -> extensions.received(peer, id,
                    payload, nowNs);
            case PeerMessage.KeepAlive() -> {
            }
            case PeerMessage.Suggest(int piece) -> downloader.suggest(peer, piece);
            case PeerMessage.AllowedFast(int piece) -> peer.addAllowedFast(piece);
        }
    }

    /**
     * Which pieces it has, said first of all (BEP 3), or later again: aria2 sends its bitfield in
     * place of many a have. What was had stays had.
     */
    private void told(PeerSession peer, Bitfield pieces) {
        if (!peer.bitfieldReceived) {
            peer.bitfieldReceived = true;
            downloader.bitfield(peer, pieces);
            uploader.told(peer);
            reconsiderInterest(peer);
        } else if (peer.pieces.lacksAnyOf(pieces)) {
            pieces.pieces().filter(piece -> !peer.pieces.has(piece))
                    .forEach(piece -> has(peer, piece));
        }
    }

    /**
     * By BEP 6 right after the handshake alone; aria2 says it, too, when it has come to have all. Five
     * bytes that take a look at every piece: not of a peer that has them anyway.
     */
    private void hasAll(PeerSession peer) {
        if (!peer.bitfieldReceived || !peer.isSeed()) {
            told(peer, Bitfield.full(layout.pieceCount()));
        }
    }

    /** Right after the handshake, and never again (BEP 6). */
    private void hasNone(PeerSession peer) throws ProtocolException {
        if (peer.bitfieldReceived) {
            throw new ProtocolException("says twice which pieces it has");
        }
        told(peer, new Bitfield(layout.pieceCount()));
    }

    private void has(PeerSession peer, int piece) {
        peer.bitfieldReceived = true;
        downloader.have(peer, piece);
        if (!peer.amInterested && downloader.wants(piece)) {
            reconsiderInterest(peer);
        }
    }

    private void choked(PeerSession peer) {
        peer.peerChoking = true;
        downloader.choked(peer);
    }

    private void wanting(PeerSession peer, boolean wanting) {
        if (peer.peerInterested != wanting) {
            peer.peerInterested = wanting;
            uploader.reconsider();
        }
    }

    /** More is wanted now, or less: peers are told, and asked. */
    void wantsChanged(long nowNs) {
        for (PeerSession peer : peers.values()) {
            reconsiderInterest(peer);
            downloader.request(peer, nowNs);
        }
    }

    void reconsiderInterest(PeerSession peer) {
        boolean interesting = downloader.isInteresting(peer.pieces);
        if (interesting != peer.amInterested) {
            peer.amInterested = interesting;
            peer.link.send(interesting
                    ? new PeerMessage.Interested()
                    : new PeerMessage.NotInterested());
        }
    }

    /**
     * Pieces became safe on this side's disk: those who lack them are told, and seeds, which first
     * give what nobody else has.
     */
    void durable(List<Integer> pieces) {
        for (int piece : pieces) {
            had.set(piece);
        }
        for (PeerSession peer : peers.values()) {
            for (int piece : pieces) {
                if (!peer.pieces.has(piece) || peer.isSeed()) {
                    peer.link.send(new PeerMessage.Have(piece));
                }
            }
        }
    }

    /** Whether content neither comes nor goes, nor is about to; as of the last tick. */
    boolean isQuiet() {
        return quiet;
    }

    private boolean moves(PeerSession peer, long nowNs) {
        return peer.amInterested || (peer.peerInterested && peer.amChoking)
                || peer.link.serving() > 0
                || peer.down.rate(nowNs) > 0 || peer.up.rate(nowNs) > 0;
    }

    /** Time passed: windows, slots, interest, lines kept alive. */
    void tick(long nowNs) {
        downloader.tick(nowNs);
        tellWhetherMoreIsWanted();
        extensions.tick(nowNs);
        peers.values().forEach(peer -> account(peer, nowNs));
        uploader.round(peers.values(), downloader.isDownloading(), up.total(), nowNs);
        for (PeerSession peer : peers.values()) {
            if (nowNs - peer.lastSentNs > KEEP_ALIVE_NS) {
                peer.lastSentNs = nowNs;
                peer.link.send(new PeerMessage.KeepAlive());
            }
            if (peer.amInterested && peer.outstanding.isEmpty()) {
                reconsiderInterest(peer);
            }
            downloader.request(peer, nowNs);
        }
        quiet = up.rate(nowNs) == 0 && downloader.down().rate(nowNs) == 0
                && peers.values().stream().noneMatch(peer -> moves(peer, nowNs));
    }

    /** Peers that have said nothing, not even that they live, for longer than BEP 3 allows. */
    List<PeerSession> silent(long nowNs) {
        return peers.values().stream()
                .filter(peer -> nowNs - peer.lastReceivedNs > SILENCE_NS).toList();
    }

    private void account(PeerSession peer, long nowNs) {
        long sent = peer.link.takeSent();
        peer.sentInTurn |= sent > 0;
        peer.up.add(sent, nowNs);
        up.add(sent, nowNs);
    }

    /** What need not wait for the next tick: slots when interest changed, requests let go. */
    void settle(long nowNs) {
        downloader.requestRateLimited(nowNs);
        tellWhetherMoreIsWanted();
        uploader.round(peers.values(), downloader.isDownloading(), up.total(), nowNs);
    }
}

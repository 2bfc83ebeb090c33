package org.gridtorrent.engine.upload;

import java.net.Inet4Address;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.choke.Choker;
import org.gridtorrent.engine.choke.ChokerPeer;
import org.gridtorrent.engine.connection.PeerConnection;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.wire.MessageWriter.BlockSource;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Uploads blocks: chokes and unchokes peers, and queues requested blocks or rejects them (BEP 6).
 *
 * <p>The {@link Choker} decides which peers have an upload slot; each peer's connection reads the queued
 * blocks and applies the rate limits. Confined to the swarm's thread; time is passed in.
 */
public final class Uploader {
    /** Time that a peer has, after its slot ends, for the rest of its partly requested pieces. */
    private static final long MAX_FINISH_NS = 10_000_000_000L;

    /** Suggested pieces that a peer has not requested yet: limit in bytes, within limits in number. */
    private static final long SUGGESTED_LENGTH = 256L * 1024;

    private static final int MIN_SUGGESTED = 2;
    private static final int MAX_SUGGESTED = 16;

    /**
     * Allowed-fast set of a peer: limits in pieces and in bytes. Longer pieces are not allowed at all: a part
     * of a piece is of no use.
     */
    private static final int MAX_ALLOWED_FAST = 10;
    private static final long ALLOWED_FAST_LENGTH = 4L * 1024 * 1024;

    /** Queued messages beyond which a peer that requests more is closed. */
    private static final int MAX_QUEUED_REJECTS = 2 * PeerConnection.MAX_QUEUED_BLOCKS;
    /** The same at a seed, for a peer that was never unchoked and so may request allowed-fast pieces alone. */
    private static final int MAX_QUEUED_REJECTS_BEFORE_UNCHOKE = 512;
    /** While fewer peers are unchoked, those that the gate knows by name are unchoked before they ask. */
    private static final int MAX_STANDBY = 4;
    /** A slot held for less time does not show that the peer stalled. */
    private static final long MIN_STALL_NS = 5_000_000_000L;

    private final InfoHash infoHash;
    private final Choker choker;
    private final Bitfield verified;
    private final PieceSuggestions suggestions;
    private final BlockSource content;
    private final PieceLayout layout;
    private final int maxSuggested;
    private long lastRoundNs;
    private boolean roundDue = true;

    public Uploader(InfoHash infoHash, Choker choker, Bitfield verified, PieceLayout layout,
            PieceSuggestions suggestions, BlockSource content) {
        this.infoHash = infoHash;
        this.choker = choker;
        this.verified = verified;
        this.suggestions = suggestions;
        this.content = content;
        this.layout = layout;
        this.maxSuggested = Math.clamp(SUGGESTED_LENGTH / layout.pieceLength(), MIN_SUGGESTED,
                MAX_SUGGESTED);
    }

    public void connected(PeerSession peer) {
        peer.link.setSource(content, layout.pieceCount());
        if (isStandby(peer)) {
            scheduleRound();
        }
    }

    /** The peer is interested, or not any more. */
    public void interestChanged(PeerSession peer) {
        if (peer.peerInterested && !peer.amChoking) {
            suggest(peer);
        }
        scheduleRound();
    }

    /** Whether the peer would be unchoked as soon as it is interested, which it need not wait for. */
    private boolean isStandby(PeerSession peer) {
        return choker.mode() == ChokeMode.COOPERATIVE && !verified.isEmpty() && !peer.isWebSeed
                && peer.link.identity().isPresent() && !peer.peerInterested
                && !peer.wantsNothing();
    }

    /** Has the next choke round run at once: a peer's interest changed, or a slot is free. */
    public void scheduleRound() {
        roundDue = true;
    }

    /**
     * The peer has sent its bitfield. One with few pieces is allowed some while choked (BEP 6), so that it
     * soon has something to trade. Not a peer with an identity, which cooperates: sending the same pieces to
     * each peer of a network would slow the whole swarm down.
     */
    public void bitfield(PeerSession peer) {
        int limit = (int) Math.min(MAX_ALLOWED_FAST, ALLOWED_FAST_LENGTH / layout.pieceLength());
        if (peer.handshake.fast() && peer.link.identity().isEmpty() && peer.pieces.count() < limit
                && peer.link.remote().getAddress() instanceof Inet4Address address) {
            AllowedFast.pieces(address, infoHash, layout.pieceCount(), limit).stream()
                    .filter(piece -> verified.has(piece) && !peer.pieces.has(piece))
                    .forEach(piece -> {
                        peer.allowFast(piece, layout.pieceLength(piece));
                        peer.link.send(new PeerMessage.AllowedFast(piece));
                    });
        }
    }

    public void request(PeerSession peer, Block block) throws ProtocolException {
        if (!peer.amChoking && peer.finishingPieces && !peer.partlyRequested.contains(block)) {
            choke(peer, peer.lastReceivedNs);
        }
        if (suggestions.requested(peer.number, block.piece())) {
            suggest(peer);
        }
        if (!verified.has(block.piece())
                || (peer.amChoking && !peer.mayRequestAllowedFast(block))) {
            reject(peer, block);
        } else if (!peer.link.queueBlock(block)) {
            if (!peer.handshake.fast()
                    && peer.link.queuedBlocks() >= PeerConnection.MAX_QUEUED_BLOCKS) {
                throw new ProtocolException("asks for more blocks than may wait");
            }
            reject(peer, block);
        } else if (peer.amChoking) {
            peer.tookAllowedFast(block);
        } else {
            peer.partlyRequested.requested(block, layout);
        }
    }

    public void cancel(PeerSession peer, Block block) throws ProtocolException {
        if (peer.link.cancelBlock(block)) {
            reject(peer, block);
        }
    }

    /** With BEP 6 each request gets its block or a reject, also a repeated one; without it, no answer. */
    private void reject(PeerSession peer, Block block) throws ProtocolException {
        int limit = peer.wasUnchoked || !verified.isComplete()
                ? MAX_QUEUED_REJECTS
                : MAX_QUEUED_REJECTS_BEFORE_UNCHOKE;
        if (peer.handshake.fast()
                && !peer.link.sendIfQueueBelow(new PeerMessage.Reject(block), limit)) {
            throw new ProtocolException("asks for more than it reads");
        }
    }

    /**
     * Chokes and unchokes peers, when a round is due.
     *
     * @param sent bytes sent to all peers so far
     */
    public void chokeRound(Collection<PeerSession> peers, boolean downloading, long sent,
            long nowNs) {
        if (!roundDue && nowNs - lastRoundNs < choker.roundNs(downloading)) {
            return;
        }
        roundDue = false;
        lastRoundNs = nowNs;
        List<ChokerPeer> candidates = peers.stream()
                .map(peer -> new ChokerPeer(peer.number, peer.peerInterested, !peer.amChoking,
                        peer.link.queuedBlocks() > 0,
                        peer.down.rate(nowNs), peer.snubbed, peer.stalledInTurn,
                        peer.chokeChangedNs))
                .toList();
        Set<Integer> unchoked = choker.unchoked(candidates, downloading, sent, nowNs);
        peers.stream().filter(this::isStandby).limit(Math.max(0, MAX_STANDBY - unchoked.size()))
                .forEach(peer -> unchoked.add(peer.number));
        for (PeerSession peer : peers) {
            if (unchoked.contains(peer.number)) {
                peer.finishingPieces = false;
                unchoke(peer, nowNs);
            } else if (!peer.amChoking && !mayFinishPieces(peer, nowNs)) {
                choke(peer, nowNs);
                peer.link.retainQueuedBlocks(peer::isAllowedFast);
            }
        }
    }

    /**
     * Whether the peer may still get the rest of its partly requested pieces after its slot has ended. Only
     * in a cooperative swarm: an incomplete piece is of no use to it or to others until its next slot.
     */
    private boolean mayFinishPieces(PeerSession peer, long nowNs) {
        if (!peer.finishingPieces) {
            peer.finishingPieces = true;
            peer.finishingSinceNs = nowNs;
        }
        return choker.mode() == ChokeMode.COOPERATIVE && peer.handshake.fast()
                && peer.link.queuedBlocks() > 0 && nowNs - peer.finishingSinceNs < MAX_FINISH_NS;
    }

    /** Suggests pieces so that a seed sends each piece once before it sends any twice. */
    private void suggest(PeerSession peer) {
        if (choker.mode() == ChokeMode.COOPERATIVE && verified.isComplete()
                && peer.handshake.fast()) {
            suggestions.next(peer.number, maxSuggested)
                    .forEach(piece -> peer.link.send(new PeerMessage.Suggest(piece)));
        }
    }

    public void disconnected(PeerSession peer) {
        suggestions.ended(peer.number);
        scheduleRound();
    }

    private void unchoke(PeerSession peer, long nowNs) {
        if (peer.amChoking) {
            peer.amChoking = false;
            peer.wasUnchoked = true;
            peer.stalledInTurn = false;
            peer.sentInTurn = false;
            peer.chokeChangedNs = nowNs;
            if (peer.peerInterested) {
                suggest(peer);
            }
            peer.link.send(new PeerMessage.Unchoke());
        }
    }

    /** Blocks that are queued already stay queued. */
    private void choke(PeerSession peer, long nowNs) {
        peer.stalledInTurn = !peer.sentInTurn && nowNs - peer.chokeChangedNs >= MIN_STALL_NS
                && peer.link.queuedBlocks() > 0 && peer.link.limitedBy().isEmpty();
        peer.amChoking = true;
        peer.chokeChangedNs = nowNs;
        peer.partlyRequested.clear();
        suggestions.ended(peer.number);
        peer.link.send(new PeerMessage.Choke());
    }
}

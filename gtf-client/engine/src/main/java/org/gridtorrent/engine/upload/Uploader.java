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
import org.gridtorrent.engine.peers.AllowedFast;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.upload.PieceSuggestions;
import org.gridtorrent.engine.wire.MessageWriter.BlockSource;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;

/** The sending half of an exchange: who has a slot, and which of its requests are answered. */
public final class Uploader {
    /** How long a peer whose turn is over may take to fetch the rest of a piece. */
    private static final long FINISH_NS = 10_000_000_000L;

    /** Suggested pieces that a peer has not asked for yet: so many bytes of them, and so many. */
    private static final long AHEAD_LENGTH = 256L * 1024;

    private static final int MIN_AHEAD = 2;
    private static final int MAX_AHEAD = 16;

    /**
     * What a choked peer may have: so many pieces, and so many bytes. Of great pieces that is none: a
     * part of a piece is of no use.
     */
    private static final int MAX_ALLOWED = 10;
    private static final long ALLOWED_LENGTH = 4L * 1024 * 1024;

    /** Messages that wait for a peer when it is refused one more block: as many as it may have queued, twice. */
    private static final int MOST_REJECTS = 2 * PeerConnection.MAX_SERVING;
    /**
     * The same at a seed, which has no other messages for it, of one that never had a slot, and so
     * nothing to ask for but what it was allowed.
     */
    private static final int MOST_FIRST_REJECTS = 512;
    /** Of a turn that ends sooner nothing is said by what was not taken in it. */
    private static final long STALL_NS = 5_000_000_000L;

    private final InfoHash infoHash;
    private final Choker choker;
    private final Bitfield had;
    private final PieceSuggestions suggestions;
    private final BlockSource content;
    private final PieceLayout layout;
    private final int ahead;
    private long lastRoundNs;
    private boolean due = true;

    public Uploader(InfoHash infoHash, Choker choker, Bitfield had, PieceLayout layout,
            PieceSuggestions suggestions, BlockSource content) {
        this.infoHash = infoHash;
        this.choker = choker;
        this.had = had;
        this.suggestions = suggestions;
        this.content = content;
        this.layout = layout;
        this.ahead = Math.clamp(AHEAD_LENGTH / layout.pieceLength(), MIN_AHEAD, MAX_AHEAD);
    }

    public void connected(PeerSession peer) {
        peer.link.serveFrom(content);
    }

    /** Somebody's interest changed, or a slot came free. */
    public void reconsider() {
        due = true;
    }

    /**
     * Who has next to nothing may ask for some pieces before its turn (BEP 6), so that it soon has
     * something to give. That is for strangers, who trade. Whom the gate knows by name is of one aim with
     * us: there it would cost the swarm time that the same pieces go out again to each of a network.
     */
    public void told(PeerSession peer) {
        int most = (int) Math.min(MAX_ALLOWED, ALLOWED_LENGTH / layout.pieceLength());
        if (peer.handshake.fast() && peer.link.identity().isEmpty() && peer.pieces.count() < most
                && peer.link.remote().getAddress() instanceof Inet4Address address) {
            AllowedFast.pieces(address, infoHash, layout.pieceCount(), most).stream()
                    .filter(piece -> had.has(piece) && !peer.pieces.has(piece))
                    .forEach(piece -> {
                        peer.allowFast(piece, layout.pieceLength(piece));
                        peer.link.send(new PeerMessage.AllowedFast(piece));
                    });
        }
    }

    public void requested(PeerSession peer, Block block) throws ProtocolException {
        if (!peer.amChoking && peer.finishingPieces && !peer.partlyRequested.contains(block)) {
            choke(peer, peer.lastReceivedNs);
        }
        if (suggestions.requested(peer.number, block.piece())) {
            suggest(peer);
        }
        if (!had.has(block.piece()) || (peer.amChoking && !peer.mayRequestAllowedFast(block))) {
            reject(peer, block);
        } else if (!peer.link.serve(block)) {
            if (!peer.handshake.fast()) {
                throw new ProtocolException("asks for more blocks than may wait");
            }
            reject(peer, block);
        } else if (peer.amChoking) {
            peer.tookAllowedFast(block);
        } else {
            peer.partlyRequested.asked(block, layout);
        }
    }

    public void cancelled(PeerSession peer, Block block) throws ProtocolException {
        if (peer.link.cancel(block)) {
            reject(peer, block);
        }
    }

    /** BEP 6: every request gets its block or its rejection; before it, silence was the answer. */
    private void reject(PeerSession peer, Block block) throws ProtocolException {
        int most = peer.wasUnchoked || !had.isComplete() ? MOST_REJECTS : MOST_FIRST_REJECTS;
        if (peer.handshake.fast()
                && !peer.link.sendUnlessBehind(new PeerMessage.Reject(block), most)) {
            throw new ProtocolException("asks for more than it reads");
        }
    }

    /** Decides who is unchoked, when a round is due; {@code sent} is what all peers were sent so far. */
    public void round(Collection<PeerSession> peers, boolean fetching, long sent, long nowNs) {
        if (!due && nowNs - lastRoundNs < choker.roundNs(fetching)) {
            return;
        }
        due = false;
        lastRoundNs = nowNs;
        List<ChokerPeer> candidates = peers.stream()
                .map(peer -> new ChokerPeer(peer.number, peer.peerInterested, !peer.amChoking,
                        peer.link.serving() > 0,
                        peer.down.rate(nowNs), peer.snubbed, peer.stalledInTurn,
                        peer.chokeChangedNs))
                .toList();
        Set<Integer> unchoked = choker.unchoked(candidates, fetching, sent, nowNs);
        for (PeerSession peer : peers) {
            if (unchoked.contains(peer.number)) {
                peer.finishingPieces = false;
                unchoke(peer, nowNs);
            } else if (!peer.amChoking && !mayFinish(peer, nowNs)) {
                choke(peer, nowNs);
                peer.link.dropServed(peer::isAllowedFast);
            }
        }
    }

    /**
     * Among peers with one aim, whose turn is over gets the rest of the pieces that it has begun: a part
     * of a piece is of no use to anybody else until its next turn.
     */
    private boolean mayFinish(PeerSession peer, long nowNs) {
        if (!peer.finishingPieces) {
            peer.finishingPieces = true;
            peer.finishingSinceNs = nowNs;
        }
        return choker.mode() == ChokeMode.COOPERATIVE && peer.handshake.fast()
                && peer.link.serving() > 0 && nowNs - peer.finishingSinceNs < FINISH_NS;
    }

    /** A seed gives each piece once before it gives any twice, if peers heed it. */
    private void suggest(PeerSession peer) {
        if (choker.mode() == ChokeMode.COOPERATIVE && had.isComplete() && peer.handshake.fast()) {
            suggestions.next(peer.number, ahead)
                    .forEach(piece -> peer.link.send(new PeerMessage.Suggest(piece)));
        }
    }

    public void left(PeerSession peer) {
        suggestions.ended(peer.number);
        reconsider();
    }

    private void unchoke(PeerSession peer, long nowNs) {
        if (peer.amChoking) {
            peer.amChoking = false;
            peer.wasUnchoked = true;
            peer.stalledInTurn = false;
            peer.sentInTurn = false;
            peer.chokeChangedNs = nowNs;
            suggest(peer);
            peer.link.send(new PeerMessage.Unchoke());
        }
    }

    /** What it has asked for already still goes to it. */
    private void choke(PeerSession peer, long nowNs) {
        peer.stalledInTurn = !peer.sentInTurn && nowNs - peer.chokeChangedNs >= STALL_NS
                && peer.link.serving() > 0 && peer.link.heldBy().isEmpty();
        peer.amChoking = true;
        peer.chokeChangedNs = nowNs;
        peer.partlyRequested.clear();
        suggestions.ended(peer.number);
        peer.link.send(new PeerMessage.Choke());
    }
}

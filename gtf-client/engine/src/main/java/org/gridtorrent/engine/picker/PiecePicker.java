package org.gridtorrent.engine.picker;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Piece picker: decides which blocks to request from which peer, and accounts for every outstanding request.
 *
 * <p>A pick takes blocks in this order:
 * <ol>
 * <li>blocks of time-critical pieces, which have a deadline, earliest first: from a peer that is among the fastest
 * that have the piece, or that should deliver in time. A block that is overdue when its deadline is near is
 * requested from a second peer.
 * <li>for each priority, the highest first: blocks of downloading pieces (strict priority), then of new ones,
 * by {@link PieceSelection}. From a seed, pieces that only seeds have come before both: a seed that sends what other
 * peers have too is lost to the swarm for that time.
 * </ol>
 *
 * <p>From a contiguous peer, a web seed, whole pieces that follow one another come before parts of downloading pieces:
 * see {@link ContiguousSelection}.
 *
 * <p>{@link DownloadingLimits} bounds the pieces in progress, apart from time-critical ones, and from those that a
 * contiguous peer has not begun to send: they arrive one after another. At that limit a peer that
 * would be idle starts a piece in place of one with no outstanding request, or is asked for blocks that are
 * overdue from others.
 *
 * <p>Endgame: when every missing block is requested, a peer is asked for any block that is requested from one other
 * peer, or from two of which one is overdue; the overdue request is displaced.
 *
 * <p>Parole: after a hash failure to which several peers contributed, the piece is downloaded whole from one peer at a
 * time, so that the next failure names its sender.
 *
 * <p>Each call returns its effects, which the caller carries out. For one thread. Peers are numbered by the caller, from
 * 0; rates are in bytes per second, lengths in bytes.
 */
public final class PiecePicker {
    private final PieceLayout layout;
    private final PieceStates states;
    private final PickerPeers peers;
    private final PieceSelection selection;
    private final ParolePeriods parole;
    private final TimeCriticalPick timeCritical;
    private final PriorityPick byPriority;
    private final EndgamePick endgame;

    /** An outstanding request. */
    public record Request(int peer, Block block) {}

    /**
     * A downloading piece that is given up. Its data is to be dropped.
     *
     * @param requests to be cancelled
     * @param received bytes of it that had arrived
     */
    public record AbandonedPiece(int piece, List<Request> requests, long received) {}

    /**
     * The effects of a pick, to be carried out in this order.
     *
     * @param abandoned pieces that made room for another
     * @param blocks to request from the peer, in this order
     * @param displaced requests to cancel, since the peer takes their place
     */
    public record Picked(List<AbandonedPiece> abandoned, List<Block> blocks,
            List<Request> displaced) {}

    /**
     * The effects of a block's arrival.
     *
     * @param wanted whether its data is to be kept
     * @param pieceReceived whether it was the last one of its piece
     * @param alsoRequestedFrom the other peers that owe the block
     */
    public record Receipt(boolean wanted, boolean pieceReceived, List<Integer> alsoRequestedFrom) {}

    public PiecePicker(PieceLayout layout, Bitfield have, DownloadingLimits limits,
            RandomGenerator random) {
        this(layout, have, limits, new RarityOrder(layout.pieceCount(), random));
    }

    PiecePicker(PieceLayout layout, Bitfield have, DownloadingLimits limits, RarityOrder order) {
        this.layout = layout;
        this.peers = new PickerPeers(order);
        this.states = new PieceStates(layout, have, limits, order, peers);
        this.selection = new PieceSelection(states, new ContiguousSelection(order, peers));
        this.parole = new ParolePeriods(states);
        this.timeCritical = new TimeCriticalPick(layout, states, peers);
        this.byPriority = new PriorityPick(states, selection);
        this.endgame = new EndgamePick(states);
    }

    /** The bitfield stays the caller's, who changes it first and then reports the change. */
    public void addPeer(int peer, Bitfield pieces) {
        peers.add(peer, pieces, false);
    }

    /** The same for a peer whose requests are to be joined into long ranges: a web seed. */
    public void addContiguousPeer(int peer, Bitfield pieces) {
        peers.add(peer, pieces, true);
    }

    /** The peer sent its bitfield. Linear in the pieces: once for each peer. */
    public void bitfield(int peer, Bitfield pieces) {
        peers.replace(peer, pieces);
    }

    /** The peer has one piece more. */
    public void have(int peer, int piece) {
        PickerPeer which = peers.get(peer);
        peers.have(which, piece);
        DownloadingPiece downloading = states.downloading(piece);
        if (downloading != null) {
            states.requestable.reconsider(which, downloading);
        }
    }

    /** The peer no longer has the piece. */
    public List<AbandonedPiece> dontHave(int peer, int piece, long nowNs) {
        peers.dontHave(peers.get(peer), piece);
        return parole.dontHave(peer, piece, nowNs);
    }

    /** The peer suggests a piece to request (BEP 6). */
    public void suggest(int peer, int piece) {
        peers.get(peer).suggest(piece);
    }

    /** The peer chokes us: its suggestions end. */
    public void choked(int peer) {
        peers.get(peer).suggested.clear();
    }

    /** Requests to the peer are to be released before. */
    public List<AbandonedPiece> removePeer(int peer) {
        List<AbandonedPiece> abandoned = parole.removePeer(peer);
        peers.remove(peer);
        return abandoned;
    }

    /** The rate of late; 0 while nothing may be requested from the peer. */
    public void setRate(int peer, long rate) {
        peers.get(peer).rate = rate;
    }

    /** The peer sends nothing: pieces that it has on parole go to others. */
    public List<AbandonedPiece> snubbed(int peer, long nowNs) {
        return parole.snubbed(peer, nowNs);
    }

    /** To be called several times a second, after the rates are set. */
    public List<AbandonedPiece> tick(long nowNs) {
        peers.tick();
        return parole.tick(nowNs);
    }

    /** Linear in the pieces. */
    public List<AbandonedPiece> setPriorities(IntFunction<Priority> priorities) {
        return states.setPriorities(priorities);
    }

    /** Whether new pieces are started in the torrent's order instead of rarest first. */
    public void setSequential(boolean sequential) {
        selection.setSequential(sequential);
    }

    /** A later call replaces the deadline. Without effect on a piece that we have. */
    public void setDeadline(int piece, long deadlineNs) {
        states.setDeadline(piece, deadlineNs);
    }

    /** Whether any piece that we lack has a deadline. */
    public boolean hasDeadlines() {
        return !states.deadlines.isEmpty();
    }

    public List<AbandonedPiece> clearDeadline(int piece) {
        return states.clearDeadline(piece);
    }

    /** Gives up every downloading piece, except those of which all blocks have arrived. */
    public List<AbandonedPiece> abandonIncomplete() {
        return states.incomplete().stream().map(states::abandon).toList();
    }

    /** Whether a peer other than a seed has the piece. */
    public boolean isHeldByLeech(int piece) {
        return states.order.availability(piece) > 0;
    }

    /** Whether we lack a wanted piece among these. */
    public boolean isInteresting(Bitfield pieces) {
        return states.missing.nextCommon(pieces, 0) < pieces.size();
    }

    /** Whether the piece is wanted and missing. */
    public boolean isMissing(int piece) {
        return states.missing.has(piece);
    }

    /** Whether all blocks of the piece have arrived and its hash is being checked. */
    public boolean isReceived(int piece) {
        DownloadingPiece downloading = states.downloading(piece);
        return downloading != null && downloading.isComplete();
    }

    /** A live view of the pieces that are wanted and missing; not to be changed. */
    public Bitfield missing() {
        return states.missing;
    }

    /** Bytes that are wanted and missing. */
    public long missingLength() {
        int last = layout.pieceCount() - 1;
        long full = (long) states.missing.count() * layout.pieceLength();
        return states.missing.has(last)
                ? full - layout.pieceLength() + layout.pieceLength(last)
                : full;
    }

    /** Whether we have all that is wanted. */
    public boolean isFinished() {
        return states.missing.isEmpty();
    }

    /** Whether every wanted block has arrived, though perhaps not every hash is checked. */
    public boolean allReceived() {
        return states.allReceived();
    }

    /**
     * Picks and marks blocks to request from the peer, until they reach the given length; the last may pass it.
     */
    public Picked pick(int peer, long length, long nowNs) {
        Pick pick = new Pick(layout, states, peers, peer, length, nowNs);
        if (!states.deadlines.isEmpty()) {
            timeCritical.fill(pick);
        }
        byPriority.fill(pick);
        return pick.picked();
    }

    /** The same from the pieces with a deadline up to this time. */
    public Picked pickDue(int peer, long length, long latestNs, long nowNs) {
        Pick pick = new Pick(layout, states, peers, peer, length, nowNs);
        timeCritical.fill(pick, latestNs);
        return pick.picked();
    }

    /** The same from the pieces that a choking peer allows (BEP 6). Displaces and abandons nothing. */
    public List<Block> pickAllowedFast(int peer, Set<Integer> pieces, long length, long nowNs) {
        Pick pick = new Pick(layout, states, peers, peer, length, nowNs);
        byPriority.fill(pick, pieces);
        return pick.picked().blocks();
    }

    /**
     * Picks blocks that are requested from others already, for a peer that {@link #pick} has nothing for. They may arrive
     * twice, so the length should be short.
     */
    public Picked pickEndgame(int peer, long length, long nowNs) {
        Pick pick = new Pick(layout, states, peers, peer, length, nowNs);
        endgame.fill(pick);
        return pick.picked();
    }

    /**
     * A block to probe a snubbed peer with. It is not marked as requested, so that others may be asked for it
     * too.
     */
    public Optional<Block> probe(int peer) {
        PickerPeer which = peers.get(peer);
        DownloadingPiece requestable = byPriority.nextRequestable(which);
        if (requestable != null) {
            return Optional.of(layout.block(requestable.piece, requestable.nextUnrequested()));
        }
        int piece = states.missing.nextCommon(which.pieces, 0);
        while (piece < which.pieces.size() && isReceived(piece)) {
            piece = states.missing.nextCommon(which.pieces, piece + 1);
        }
        if (piece >= which.pieces.size()) {
            return Optional.empty();
        }
        DownloadingPiece downloading = states.downloading(piece);
        return Optional
                .of(layout.block(piece, downloading == null ? 0 : downloading.nextMissing()));
    }

    public Receipt received(int peer, Block block) {
        DownloadingPiece downloading = states.downloading(block.piece());
        int index = layout.blockIndex(block);
        if (downloading == null || !layout.isAligned(block)
                || downloading.has(index) || !downloading.mayRequestFrom(peer)) {
            return new Receipt(false, false, List.of());
        }
        List<Integer> others = downloading.requestedFrom(index);
        others.forEach(other -> peers.requestEnded(other, block));
        others.remove(Integer.valueOf(peer));
        states.received(downloading, index, peer);
        return new Receipt(true, downloading.isComplete(), others);
    }

    /** The peer will not send the block: others may be asked for it. */
    public void releaseRequest(int peer, Block block) {
        DownloadingPiece downloading = states.downloading(block.piece());
        if (downloading != null && downloading.release(layout.blockIndex(block), peer)) {
            peers.requestEnded(peer, block);
            states.requeue(downloading);
        }
    }

    /** The sender of a block whose piece failed its hash, until that piece passes. */
    public Optional<Integer> sender(Block block) {
        return states.parole.sender(block.piece(), layout.blockIndex(block));
    }

    /** The piece passed its hash, or was found on disk. */
    public List<AbandonedPiece> verified(int piece) {
        return states.verified(piece);
    }

    /** The piece failed its hash: it goes on parole. Returns the peers that contributed to it. */
    public Set<Integer> hashFailed(int piece) {
        return states.hashFailed(piece);
    }

    /** The piece's data is lost, by no peer's fault. */
    public void lost(int piece) {
        states.lost(piece);
    }
}

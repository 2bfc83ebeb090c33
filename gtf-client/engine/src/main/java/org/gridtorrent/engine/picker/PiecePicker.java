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
 * Decides which blocks to ask of which peer, and keeps account of all that are asked.
 *
 * <p>A pick takes, in this order:
 * <ol>
 * <li>blocks of pieces with a deadline, earliest first: from a peer that is among the fastest which
 * have the piece, or should bring them in time. One that is overdue when its deadline is near is
 * asked of a second peer.
 * <li>for each priority, the greatest first: blocks of pieces begun (strict priority), then of new ones,
 * by {@link PieceSelection}; but of a seed first what none but seeds have: with blocks that others have too
 * its line would be lost to the swarm.
 * </ol>
 *
 * <p>No more pieces are begun at a time than {@link DownloadingLimits} say, but for those with deadlines. A peer that
 * could do nothing then begins one in place of a begun piece that nobody is asked for; or it is asked
 * for what others owe for too long. When no block in the torrent is left unasked, it is asked for
 * anything that one other peer owes, or that two owe for too long, of whom one loses its place
 * (end-game). After a hash failure that several peers had part in,
 * the piece is fetched whole from one peer at a time, so that the next failure has a name.
 *
 * <p>For one thread. Peers are numbers that the caller gives, from 0; rates are in bytes a second.
 */
public final class PiecePicker {
    private final PieceLayout layout;
    private final PieceStates board;
    private final PickerPeers peers;
    private final PieceSelection choice;
    private final ParolePeriods terms;
    private final TimeCriticalPick urgent;
    private final PriorityPick byPriority;
    private final EndgamePick late;

    /** A request that is out. */
    public record Ask(int peer, Block block) {}

    /**
     * A begun piece that is given up: the requests are to be cancelled, and what came of it (bytes)
     * is to be dropped.
     */
    public record Abandoned(int piece, List<Ask> asks, long received) {}

    /**
     * The effects of a pick, to be applied in this order.
     *
     * @param abandoned begun pieces that made room for another
     * @param blocks to request from the peer, in this order
     * @param displaced requests to cancel: the peer takes their places
     */
    public record Picked(List<Abandoned> abandoned, List<Block> blocks, List<Ask> displaced) {}

    /** What became of a block that came. */
    public record Receipt(boolean wanted, boolean pieceComplete, List<Integer> askedToo) {}

    public PiecePicker(PieceLayout layout, Bitfield had, DownloadingLimits limits,
            RandomGenerator random) {
        this(layout, had, limits, new RarityOrder(layout.pieceCount(), random));
    }

    PiecePicker(PieceLayout layout, Bitfield had, DownloadingLimits limits, RarityOrder order) {
        this.layout = layout;
        this.peers = new PickerPeers(order);
        this.board = new PieceStates(layout, had, limits, order, peers);
        this.choice = new PieceSelection(board);
        this.terms = new ParolePeriods(board);
        this.urgent = new TimeCriticalPick(layout, board, peers);
        this.byPriority = new PriorityPick(board, choice);
        this.late = new EndgamePick(board);
    }

    /** A peer came; who tells of it changes its bitfield first, and then tells of the change. */
    public void joined(int peer, Bitfield pieces) {
        peers.joined(peer, pieces);
    }

    /** What the peer has, said at once. Linear in the pieces: once for each peer. */
    public void told(int peer, Bitfield pieces) {
        peers.left(peer);
        peers.joined(peer, pieces);
    }

    /** The peer has one piece more. */
    public void has(int peer, int piece) {
        PickerPeer who = peers.get(peer);
        peers.has(who, piece);
        DownloadingPiece progress = board.begun(piece);
        if (progress != null) {
            board.open.reconsider(who, progress);
        }
    }

    /** The peer would like to be asked for the piece (BEP 6). */
    public void suggested(int peer, int piece) {
        peers.get(peer).suggests(piece);
    }

    /** The peer serves us no longer: its suggestions end. */
    public void choked(int peer) {
        peers.get(peer).suggested.clear();
    }

    /** Whether some peer has the piece, seeds not counted. */
    public boolean held(int piece) {
        return board.order.holders(piece) > 0;
    }

    /** The peer had the piece and has it no longer. */
    public List<Abandoned> lacks(int peer, int piece, long nowNs) {
        peers.lacks(peers.get(peer), piece);
        return terms.lacks(peer, piece, nowNs);
    }

    /** The peer went; what was asked of it is released already. */
    public List<Abandoned> left(int peer) {
        List<Abandoned> abandoned = terms.left(peer);
        peers.left(peer);
        return abandoned;
    }

    /** What the peer has sent of late, 0 while it may not be asked. */
    public void rated(int peer, long rate) {
        peers.get(peer).rate = rate;
    }

    /** Time passed; to be called after the peers were rated. */
    public List<Abandoned> tick(long nowNs) {
        peers.tick();
        return terms.tick(nowNs);
    }

    /** The peer lets its requests lie: what it has for itself is for others. */
    public List<Abandoned> stalled(int peer, long nowNs) {
        return terms.stalled(peer, nowNs);
    }

    /** Wants each piece as much as is said of it from now on. Linear in the pieces. */
    public List<Abandoned> prioritise(IntFunction<Priority> priorities) {
        return board.prioritise(priorities);
    }

    /** New pieces are begun in the content's order, not the rarest first. */
    public void sequential(boolean inOrder) {
        choice.sequential(inOrder);
    }

    /** The piece's bytes are waited for; a later call replaces the deadline. Nothing if it is had. */
    public void deadline(int piece, long deadlineNs) {
        board.deadline(piece, deadlineNs);
    }

    public List<Abandoned> noDeadline(int piece) {
        return board.noDeadline(piece);
    }

    /** What was begun stands where it stood before, but for pieces of which every block has come. */
    public List<Abandoned> abandonUnfinished() {
        return board.unfinished().stream().map(board::abandon).toList();
    }

    /** Whether there is a wanted piece among these that this side still lacks. */
    public boolean interesting(Bitfield pieces) {
        return board.missing.nextCommon(pieces, 0) < pieces.size();
    }

    /** Whether the piece is wanted, and not had. */
    public boolean wanted(int piece) {
        return board.missing.has(piece);
    }

    /** Whether all of the piece's blocks have come, and it is being checked. */
    public boolean whole(int piece) {
        DownloadingPiece progress = board.begun(piece);
        return progress != null && progress.complete();
    }

    /** The pieces that are wanted and not had, as they are now; not to be changed. */
    public Bitfield missing() {
        return board.missing;
    }

    /** Bytes that are wanted and not had. */
    public long missingLength() {
        int last = layout.pieceCount() - 1;
        long full = (long) board.missing.count() * layout.pieceLength();
        return board.missing.has(last)
                ? full - layout.pieceLength() + layout.pieceLength(last)
                : full;
    }

    /** Whether all that is wanted is had. */
    public boolean complete() {
        return board.missing.isEmpty();
    }

    /** Whether every block that is wanted has come, though not every piece is checked yet. */
    public boolean allReceived() {
        return board.allReceived();
    }

    /**
     * Marks and gives blocks to ask the peer for, as many as fit into the given length (bytes), in
     * the order to ask.
     */
    public Picked pick(int peer, long length, long nowNs) {
        Pick draw = new Pick(layout, board, peers, peer, length, nowNs);
        if (!board.deadlines.isEmpty()) {
            urgent.draw(draw);
        }
        byPriority.draw(draw);
        return draw.picked();
    }

    /** The same of these pieces alone, which the peer gives before its turn (BEP 6). */
    public List<Block> pickOf(int peer, Set<Integer> pieces, long length, long nowNs) {
        Pick draw = new Pick(layout, board, peers, peer, length, nowNs);
        byPriority.draw(draw, pieces);
        return draw.blocks;
    }

    /**
     * For a peer that {@link #pick} has nothing for: marks and gives blocks that others are asked for
     * already. What is asked twice may come twice: give little length.
     */
    public Picked pickLate(int peer, long length, long nowNs) {
        Pick draw = new Pick(layout, board, peers, peer, length, nowNs);
        late.draw(draw);
        return draw.picked();
    }

    /**
     * A block to see by whether a peer that lets its requests lie answers again. It is not marked as
     * asked: nobody waits for such a peer, and others may be asked for the block.
     */
    public Optional<Block> trial(int peer) {
        PickerPeer who = peers.get(peer);
        DownloadingPiece open = byPriority.open(who);
        if (open != null) {
            return Optional.of(layout.block(open.piece, open.nextUnasked()));
        }
        int piece = board.missing.nextCommon(who.pieces, 0);
        while (piece < who.pieces.size() && whole(piece)) {
            piece = board.missing.nextCommon(who.pieces, piece + 1);
        }
        if (piece >= who.pieces.size()) {
            return Optional.empty();
        }
        DownloadingPiece begun = board.begun(piece);
        return Optional.of(layout.block(piece, begun == null ? 0 : begun.nextMissing()));
    }

    /** Takes note of a block's arrival; names the other peers that were asked for it. */
    public Receipt received(int peer, Block block) {
        DownloadingPiece progress = board.begun(block.piece());
        int index = layout.blockIndex(block);
        if (progress == null || !layout.isAligned(block)
                || progress.has(index) || !progress.mayAsk(peer)) {
            return new Receipt(false, false, List.of());
        }
        List<Integer> others = progress.asked(index);
        others.forEach(asked -> peers.settled(asked, block));
        others.remove(Integer.valueOf(peer));
        board.received(progress, index, peer);
        return new Receipt(true, progress.complete(), others);
    }

    /** The peer will not send this block: somebody else may be asked. */
    public void release(int peer, Block block) {
        DownloadingPiece progress = board.begun(block.piece());
        if (progress != null && progress.release(layout.blockIndex(block), peer)) {
            peers.settled(peer, block);
            board.refile(progress);
        }
    }

    /** Who sent the block of a piece whose hash did not match; as long as it has not matched since. */
    public Optional<Integer> whoSent(Block block) {
        return board.suspects.whoSent(block.piece(), layout.blockIndex(block));
    }

    /** The piece's hash matched; it is not asked for again. */
    public List<Abandoned> verified(int piece) {
        return board.had(piece);
    }

    /**
     * The piece's hash did not match: it is begun anew, from one peer alone. Gives the peers whose
     * blocks it was made of.
     */
    public Set<Integer> failed(int piece) {
        return board.failed(piece);
    }

    /** The piece's bytes are gone, before or after they were safe, by no peer's fault. */
    public void lost(int piece) {
        board.lost(piece);
    }
}

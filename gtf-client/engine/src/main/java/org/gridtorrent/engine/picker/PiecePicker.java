package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.jspecify.annotations.Nullable;

/**
 * Decides which blocks to ask of which peer, and keeps account of all that are asked.
 *
 * <p>It tracks: the pieces this side has or is checking ({@code done}); the pieces begun, each with
 * its blocks' state; the rest in {@link RarityOrder}. A pick finishes what is begun, then begins the
 * rarest piece that the peer has (Cohen, "Incentives Build Robustness in BitTorrent", 2003), and when
 * no block in the torrent is left unasked asks a second peer for what is late (end-game). After a
 * hash failure that several peers had part in, the piece is fetched whole from one peer, so that the
 * next failure has a name.
 *
 * <p>For one thread. Peers are numbers that the caller gives, from 0.
 */
public final class PiecePicker {
    private final PieceLayout layout;
    private final RarityOrder rarity;
    private final Bitfield done;
    /** Begun pieces, oldest first. */
    private final SequencedMap<Integer, PieceProgress> begun = new LinkedHashMap<>();
    /** Those of them with a block that nobody is asked for. */
    private final Set<PieceProgress> open = new LinkedHashSet<>();
    /** How often each piece failed its hash. */
    private final Map<Integer, Integer> failures = new HashMap<>();
    /** No piece below this rank is left to begin; moves back when the order changes. */
    private int firstRank;
    /** Begun pieces whose blocks have all come. */
    private int wholeCount;

    public PiecePicker(PieceLayout layout, Bitfield had, RandomGenerator random) {
        this.layout = layout;
        this.done = had.copy();
        this.rarity = new RarityOrder(layout.pieceCount(), random);
    }

    /** A peer that is no seed came with these pieces. */
    public void peerJoined(Bitfield pieces) {
        rarity.add(pieces);
        firstRank = 0;
    }

    public void peerLeft(Bitfield pieces) {
        rarity.remove(pieces);
        firstRank = 0;
    }

    public void peerHas(int piece) {
        rarity.add(piece);
        firstRank = 0;
    }

    /** A peer that had the piece has it no longer. */
    public void peerLacks(int piece) {
        rarity.remove(piece);
        firstRank = 0;
    }

    /** Whether the peer has a piece that this side still lacks. */
    public boolean interesting(Bitfield pieces) {
        return done.lacksAnyOf(pieces);
    }

    public boolean wanted(int piece) {
        return !done.has(piece);
    }

    /** Whether every block there is has come, though not every piece is checked yet. */
    public boolean allReceived() {
        return wholeCount + done.count() == layout.pieceCount();
    }

    /**
     * Marks and gives blocks to ask the peer for, as many as fit into the given length, in the order
     * to ask. Without leave to begin, only pieces already begun are drawn on.
     */
    public List<Block> pick(int peer, Bitfield pieces, long length, boolean mayBegin) {
        List<Block> picked = new ArrayList<>();
        long left = drawOnOpen(peer, pieces, length, picked);
        while (mayBegin && left > 0) {
            PieceProgress next = begin(peer, pieces);
            if (next == null) {
                break;
            }
            left = draw(next, peer, left, picked);
        }
        return picked;
    }

    /**
     * End-game: marks and gives blocks that one other peer is asked for already; none while any
     * block in the torrent is not asked for. What is asked twice may come twice: give little length.
     */
    public List<Block> pickLate(int peer, Bitfield pieces, long length) {
        List<Block> picked = new ArrayList<>();
        if (nothingUnasked()) {
            drawOnLate(peer, pieces, length, picked);
        }
        return picked;
    }

    private long drawOnOpen(int peer, Bitfield pieces, long length, List<Block> picked) {
        long left = length;
        List<PieceProgress> exhausted = new ArrayList<>();
        for (PieceProgress progress : open) {
            if (left <= 0) {
                break;
            }
            if (progress.mayAsk(peer) && pieces.has(progress.piece)) {
                left = drawUnasked(progress, peer, left, picked);
                if (!progress.open()) {
                    exhausted.add(progress);
                }
            }
        }
        exhausted.forEach(open::remove);
        return left;
    }

    private long draw(PieceProgress progress, int peer, long length, List<Block> picked) {
        long left = drawUnasked(progress, peer, length, picked);
        if (!progress.open()) {
            open.remove(progress);
        }
        return left;
    }

    private long drawUnasked(PieceProgress progress, int peer, long length, List<Block> picked) {
        long left = length;
        for (int i = 0; i < progress.blockCount && left > 0 && progress.open(); i++) {
            if (!progress.has(i) && progress.askedCount(i) == 0) {
                progress.ask(i, peer);
                Block block = layout.block(progress.piece, i);
                picked.add(block);
                left -= block.length();
            }
        }
        return left;
    }

    private @Nullable PieceProgress begin(int peer, Bitfield pieces) {
        boolean leading = true;
        for (int rank = firstRank; rank < rarity.size(); rank++) {
            int piece = rarity.pieceAt(rank);
            boolean free = !done.has(piece) && !begun.containsKey(piece);
            if (free && pieces.has(piece)) {
                Integer onlyFrom = failures.containsKey(piece) ? Integer.valueOf(peer) : null;
                PieceProgress progress = new PieceProgress(piece, layout.blockCount(piece),
                        onlyFrom);
                begun.put(piece, progress);
                open.add(progress);
                return progress;
            }
            leading &= !free;
            if (leading) {
                firstRank = rank + 1;
            }
        }
        return null;
    }

    private boolean nothingUnasked() {
        return open.isEmpty() && done.count() + begun.size() >= layout.pieceCount();
    }

    /** The newest pieces first: their blocks stand last in the queues of those asked before. */
    private void drawOnLate(int peer, Bitfield pieces, long length, List<Block> picked) {
        long left = length;
        for (PieceProgress progress : begun.sequencedValues().reversed()) {
            if (left <= 0) {
                return;
            }
            if (progress.complete() || !progress.mayAsk(peer) || !pieces.has(progress.piece)) {
                continue;
            }
            for (int i = progress.blockCount - 1; i >= 0 && left > 0; i--) {
                if (!progress.has(i) && !progress.isAsked(i, peer)
                        && progress.askedCount(i) < PieceProgress.MAX_ASKED) {
                    progress.ask(i, peer);
                    Block block = layout.block(progress.piece, i);
                    picked.add(block);
                    left -= block.length();
                }
            }
        }
    }

    /** What became of a block that came. */
    public record Receipt(boolean wanted, boolean pieceComplete, List<Integer> askedToo) {}

    /** Takes note of a block's arrival; names the other peers that were asked for it. */
    public Receipt received(int peer, Block block) {
        PieceProgress progress = begun.get(block.piece());
        int index = layout.blockIndex(block);
        if (progress == null || !layout.isAligned(block)
                || progress.has(index) || !progress.mayAsk(peer)) {
            return new Receipt(false, false, List.of());
        }
        List<Integer> others = new ArrayList<>();
        for (int place = 0; place < PieceProgress.MAX_ASKED; place++) {
            int asked = progress.askedPeer(index, place);
            if (asked >= 0 && asked != peer) {
                others.add(asked);
            }
        }
        progress.receive(index, peer);
        if (!progress.open()) {
            open.remove(progress);
        }
        wholeCount += progress.complete() ? 1 : 0;
        return new Receipt(true, progress.complete(), others);
    }

    /** The peer will not send this block: somebody else may be asked. */
    public void release(int peer, Block block) {
        PieceProgress progress = begun.get(block.piece());
        if (progress == null) {
            return;
        }
        int index = layout.blockIndex(block);
        progress.release(index, peer);
        if (progress.open()) {
            open.add(progress);
        }
    }

    /**
     * Forgets a begun piece that waited for one peer alone, which left: whoever has it may begin it
     * anew. Gives the pieces whose received blocks are to be dropped.
     */
    public List<Integer> abandonExclusive(int peer) {
        List<Integer> abandoned = new ArrayList<>();
        for (PieceProgress progress : begun.values()) {
            if (progress.onlyFrom != null && progress.onlyFrom == peer && !progress.complete()) {
                abandoned.add(progress.piece);
            }
        }
        abandoned.forEach(this::drop);
        return abandoned;
    }

    /** The peers whose blocks a complete piece is made of. */
    public Set<Integer> sources(int piece) {
        PieceProgress progress = begun.get(piece);
        return progress == null ? Set.of() : Set.copyOf(progress.sources);
    }

    /** The piece's hash matched; it is not asked for again. */
    public void verified(int piece) {
        drop(piece);
        failures.remove(piece);
        done.set(piece);
    }

    /** The piece's hash did not match: it is begun anew, from one peer alone. */
    public void failed(int piece) {
        drop(piece);
        failures.merge(piece, 1, Integer::sum);
        firstRank = 0;
    }

    /** The piece's bytes are gone, before or after they were safe, by no peer's fault. */
    public void lost(int piece) {
        drop(piece);
        done.clear(piece);
        firstRank = 0;
    }

    private void drop(int piece) {
        PieceProgress progress = begun.remove(piece);
        if (progress != null) {
            open.remove(progress);
            wholeCount -= progress.complete() ? 1 : 0;
            firstRank = 0;
        }
    }
}

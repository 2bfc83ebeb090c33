package org.gridtorrent.engine.connection;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;

/** The pieces of which a peer has asked some blocks, and not all. */
public final class PartlyRequestedPieces {
    /** The oldest are forgotten: a peer may ask for whatever it likes. */
    private static final int MOST = 64;

    private final SequencedMap<Integer, Integer> unasked = new LinkedHashMap<>();

    public boolean contains(Block block) {
        return unasked.containsKey(block.piece());
    }

    public void asked(Block block, PieceLayout layout) {
        int left = unasked.getOrDefault(block.piece(), layout.blockCount(block.piece())) - 1;
        if (left > 0) {
            unasked.put(block.piece(), left);
        } else {
            unasked.remove(block.piece());
        }
        if (unasked.size() > MOST) {
            unasked.pollFirstEntry();
        }
    }

    public void clear() {
        unasked.clear();
    }
}

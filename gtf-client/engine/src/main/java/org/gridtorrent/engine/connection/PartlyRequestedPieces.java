package org.gridtorrent.engine.connection;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Pieces of which a peer has requested some blocks, and not all.
 *
 * <p>Confined to the swarm's thread.
 */
public final class PartlyRequestedPieces {
    /** The oldest are removed, since a peer may request any blocks. */
    private static final int MAX_PIECES = 64;

    /** Number of blocks not requested yet, by piece. */
    private final SequencedMap<Integer, Integer> blocksLeft = new LinkedHashMap<>();

    public boolean contains(Block block) {
        return blocksLeft.containsKey(block.piece());
    }

    public void requested(Block block, PieceLayout layout) {
        int left = blocksLeft.getOrDefault(block.piece(), layout.blockCount(block.piece())) - 1;
        if (left > 0) {
            blocksLeft.put(block.piece(), left);
        } else {
            blocksLeft.remove(block.piece());
        }
        if (blocksLeft.size() > MAX_PIECES) {
            blocksLeft.pollFirstEntry();
        }
    }

    public void clear() {
        blocksLeft.clear();
    }
}

package org.gridtorrent.engine.webseed;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.wire.PeerMessage;

/**
 * Assembles blocks of the bytes that the ranges of one run bring.
 *
 * <p>A block may be of several files, whose ranges come in any order; each byte is put once. Thread-safe.
 */
final class BlockAssembler {
    private final PieceLayout layout;
    private final Map<Block, PartialBlock> partial = new HashMap<>();

    private static final class PartialBlock {
        private final byte[] data;
        private int missing;

        PartialBlock(Block block) {
            data = BufferPool.SHARED.array(block.length());
            missing = block.length();
        }
    }

    BlockAssembler(PieceLayout layout) {
        this.layout = layout;
    }

    /** Takes all of these bytes of the content; returns the blocks that are complete now. */
    synchronized List<PeerMessage> put(long offset, ByteBuffer bytes) {
        List<PeerMessage> complete = new ArrayList<>();
        long at = offset;
        while (bytes.hasRemaining()) {
            Block block = layout.blockAt(at);
            int from = (int) (at - layout.offset(block));
            int count = Math.min(bytes.remaining(), block.length() - from);
            PartialBlock into = partial.computeIfAbsent(block, PartialBlock::new);
            bytes.get(into.data, from, count);
            into.missing -= count;
            at += count;
            if (into.missing == 0) {
                partial.remove(block);
                complete.add(new PeerMessage.Piece(block, into.data));
            }
        }
        return complete;
    }
}

package org.gridtorrent.engine.piece;

/**
 * A range of bytes within one piece, as BEP 3 requests them: usually
 * {@value PieceLayout#BLOCK_LENGTH} bytes, at most the whole piece. Offset and length in bytes, the
 * offset from the piece's beginning.
 */
public record Block(int piece, int offset, int length) {
    public Block {
        if (piece < 0 || offset < 0 || length <= 0) {
            throw new IllegalArgumentException(
                    "piece " + piece + ", offset " + offset + ", length " + length);
        }
    }
}

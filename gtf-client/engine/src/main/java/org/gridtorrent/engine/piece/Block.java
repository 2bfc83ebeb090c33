package org.gridtorrent.engine.piece;

/**
 * Range of bytes within one piece, the unit of requests (BEP 3).
 *
 * <p>Usually {@value PieceLayout#BLOCK_LENGTH} bytes, at most the whole piece.
 *
 * @param offset bytes from the piece's beginning
 * @param length in bytes
 */
public record Block(int piece, int offset, int length) {
    public Block {
        if (piece < 0 || offset < 0 || length <= 0) {
            throw new IllegalArgumentException(
                    "piece " + piece + ", offset " + offset + ", length " + length);
        }
    }
}

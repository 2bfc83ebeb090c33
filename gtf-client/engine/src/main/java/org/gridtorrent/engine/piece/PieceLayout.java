package org.gridtorrent.engine.piece;

/**
 * Division of a content into pieces, and of pieces into blocks.
 *
 * <p>All arithmetic of offsets is here. Lengths and offsets are in bytes; an index out of range is an
 * {@link IllegalArgumentException}.
 */
public record PieceLayout(long totalLength, int pieceLength) {
    /** Bytes of a block: the most that stock clients serve at a time (BEP 3). */
    public static final int BLOCK_LENGTH = 16 * 1024;

    public PieceLayout {
        if (totalLength <= 0 || pieceLength <= 0
                || Math.ceilDiv(totalLength, pieceLength) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "total length " + totalLength + ", piece length " + pieceLength);
        }
    }

    public int pieceCount() {
        return (int) Math.ceilDiv(totalLength, pieceLength);
    }

    /** The content's offset of the piece's first byte. */
    public long pieceOffset(int piece) {
        return (long) checkIndex(piece) * pieceLength;
    }

    /** Bytes of this piece; the last one may be shorter. */
    public int pieceLength(int piece) {
        return (int) Math.min(pieceLength, totalLength - pieceOffset(piece));
    }

    public int blockCount(int piece) {
        return Math.ceilDiv(pieceLength(piece), BLOCK_LENGTH);
    }

    /** The piece's n-th block, counted from 0; the last one may be shorter. */
    public Block block(int piece, int n) {
        if (n < 0 || n >= blockCount(piece)) {
            throw new IllegalArgumentException(
                    "block " + n + " of " + blockCount(piece) + " in piece " + piece);
        }
        int offset = n * BLOCK_LENGTH;
        return new Block(piece, offset, Math.min(BLOCK_LENGTH, pieceLength(piece) - offset));
    }

    /** The piece as one block. */
    public Block whole(int piece) {
        return new Block(piece, 0, pieceLength(piece));
    }

    /** Which of its piece's blocks this is, counted from 0. */
    public int blockIndex(Block block) {
        return block.offset() / BLOCK_LENGTH;
    }

    /** Whether the block lies within a piece of this content; a peer's request need not. */
    public boolean contains(Block block) {
        return block.piece() < pieceCount()
                && (long) block.offset() + block.length() <= pieceLength(block.piece());
    }

    /** Whether the block is one that {@link #block} returns. */
    public boolean isAligned(Block block) {
        return contains(block) && block.offset() % BLOCK_LENGTH == 0
                && block.equals(block(block.piece(), blockIndex(block)));
    }

    /** The content's offset of the block's first byte. */
    public long offset(Block block) {
        if (!contains(block)) {
            throw new IllegalArgumentException(block + " is outside of " + this);
        }
        return pieceOffset(block.piece()) + block.offset();
    }

    /** The piece that holds the content's byte at this offset. */
    public int pieceAt(long offset) {
        if (offset < 0 || offset >= totalLength) {
            throw new IllegalArgumentException("offset " + offset + " of " + totalLength);
        }
        return (int) (offset / pieceLength);
    }

    /** The block that holds the content's byte at this offset. */
    public Block blockAt(long offset) {
        int piece = pieceAt(offset);
        return block(piece, (int) ((offset - pieceOffset(piece)) / BLOCK_LENGTH));
    }

    private int checkIndex(int piece) {
        if (piece < 0 || piece >= pieceCount()) {
            throw new IllegalArgumentException("piece " + piece + " of " + pieceCount());
        }
        return piece;
    }
}

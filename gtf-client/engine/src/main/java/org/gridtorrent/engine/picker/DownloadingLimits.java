package org.gridtorrent.engine.picker;

import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Limits on the number of incomplete downloading pieces.
 *
 * <p>A piece of which nothing has arrived takes no memory, and its requests fill a long line; one of which something
 * has arrived takes memory for all its length.
 *
 * @param downloading pieces with requested blocks
 * @param receiving those of them with received blocks
 */
public record DownloadingLimits(int downloading, int receiving) {
    private static final int MIN_PIECES = 4;

    public DownloadingLimits {
        if (downloading < 1 || receiving < 1) {
            throw new IllegalArgumentException(
                    "at most " + downloading + " pieces downloading, " + receiving + " receiving");
        }
    }

    /** Pieces that are received fill half of the memory (bytes); twice the memory may be requested. */
    public static DownloadingLimits of(PieceLayout layout, long memory) {
        return new DownloadingLimits(pieces(layout, 2 * memory), pieces(layout, memory / 2));
    }

    private static int pieces(PieceLayout layout, long length) {
        return (int) Math.max(MIN_PIECES, length / layout.pieceLength());
    }
}

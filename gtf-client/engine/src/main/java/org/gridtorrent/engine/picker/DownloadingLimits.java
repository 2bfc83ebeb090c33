package org.gridtorrent.engine.picker;

import org.gridtorrent.engine.piece.PieceLayout;

/**
 * How many pieces may be begun and not whole. One of which nothing has come takes no memory, and to ask
 * for it is what fills a long line; one of which something has come takes its length.
 *
 * @param begun in all
 * @param growing of those, with something that has come
 */
public record DownloadingLimits(int begun, int growing) {
    private static final int LEAST = 4;

    public DownloadingLimits {
        if (begun < 1 || growing < 1) {
            throw new IllegalArgumentException(
                    "at most " + begun + " pieces begun, " + growing + " growing");
        }
    }

    /** Where there are so many bytes to put pieces together in: half of them, and twice as many asked for. */
    public static DownloadingLimits of(PieceLayout layout, long memory) {
        return new DownloadingLimits(pieces(layout, 2 * memory), pieces(layout, memory / 2));
    }

    private static int pieces(PieceLayout layout, long length) {
        return (int) Math.max(LEAST, length / layout.pieceLength());
    }
}

package org.gridtorrent.engine.download;

import java.util.List;

/**
 * Where a reader will go on; replaces what it said before.
 *
 * @param ranges pieces that it reads next, as far as the read-ahead reaches
 */
public record ReadAhead(long reader, List<PieceRange> ranges) {
    public ReadAhead {
        ranges = List.copyOf(ranges);
    }

    /** Consecutive pieces, the last one included. */
    public record PieceRange(int first, int last) {}
}

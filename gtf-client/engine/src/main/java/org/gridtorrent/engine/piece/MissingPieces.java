package org.gridtorrent.engine.piece;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * Summary of missing pieces: the first ranges and files, and the counts of all.
 *
 * @param pieces count of all missing pieces
 * @param ranges the first ranges, ascending
 * @param rangeCount count of all ranges
 * @param files paths of the first files that hold missing pieces, as in the metainfo; none for a single
 * file
 * @param fileCount count of all such files
 */
public record MissingPieces(int pieces, List<Range> ranges, int rangeCount, List<String> files,
        int fileCount) {
    private static final int MAX_RANGES = 4;
    private static final int MAX_FILES = 3;

    /** Pieces from the first index to the last, both included. */
    public record Range(int first, int last) {}

    public MissingPieces {
        ranges = List.copyOf(ranges);
        files = List.copyOf(files);
    }

    /** Takes time linear in ranges and files. */
    public static MissingPieces of(Bitfield missing, PieceLayout layout, List<MetainfoFile> all) {
        List<Range> ranges = new ArrayList<>();
        int rangeCount = 0;
        int first = missing.nextCommon(missing, 0);
        while (first < missing.size()) {
            int end = missing.nextMissing(first);
            if (ranges.size() < MAX_RANGES) {
                ranges.add(new Range(first, end - 1));
            }
            rangeCount++;
            first = end < missing.size() ? missing.nextCommon(missing, end) : end;
        }
        List<MetainfoFile> affected = all.size() == 1
                ? List.of()
                : all.stream().filter(file -> lacks(missing, layout, file)).toList();
        return new MissingPieces(missing.count(), ranges, rangeCount,
                affected.stream().limit(MAX_FILES)
                        .map(file -> String.join("/", file.path().elements())).toList(),
                affected.size());
    }

    private static boolean lacks(Bitfield missing, PieceLayout layout, MetainfoFile file) {
        if (file.isPadding() || file.length() == 0) {
            return false;
        }
        int first = layout.pieceAt(file.offset());
        int last = layout.pieceAt(file.end() - 1);
        return missing.nextCommon(missing, first) <= last;
    }
}

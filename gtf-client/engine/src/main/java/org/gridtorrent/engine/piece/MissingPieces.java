package org.gridtorrent.engine.piece;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
    /** Characters of a path that are shown, from its end, which tells more. */
    private static final int MAX_PATH = 80;

    /** Pieces from the first index to the last, both included. */
    public record Range(int first, int last) {
        @Override
        public String toString() {
            return first == last ? Integer.toString(first) : first + " to " + last;
        }
    }

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

    /** For a sentence: {@code 3, 8 to 20 and 5 more ranges, in data/a and data/b}. */
    public String describe() {
        String where = join(ranges.stream().map(Range::toString).toList(), rangeCount,
                "more ranges");
        return files.isEmpty()
                ? where
                : where + ", in " + join(files.stream().map(MissingPieces::shorten).toList(),
                        fileCount, "more files");
    }

    private static String join(List<String> first, int count, String more) {
        if (count > first.size()) {
            return String.join(", ", first) + " and " + (count - first.size()) + " " + more;
        }
        return first.size() < 2
                ? String.join("", first)
                : first.stream().limit(first.size() - 1L).collect(Collectors.joining(", "))
                        + " and " + first.getLast();
    }

    private static String shorten(String path) {
        int length = path.codePointCount(0, path.length());
        return length <= MAX_PATH
                ? path
                : "…" + path.substring(path.offsetByCodePoints(0, length + 1 - MAX_PATH));
    }
}

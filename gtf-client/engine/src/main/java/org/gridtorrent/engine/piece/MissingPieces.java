package org.gridtorrent.engine.piece;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * Which pieces are missing: as many as can be read at a glance, and how many there are in all.
 *
 * @param pieces how many
 * @param ranges the first ones, ascending
 * @param rangeCount of all of them
 * @param files paths of the first files that they lie in, as the metainfo has them; none when the
 * content is a single file
 * @param fileCount of all of them
 */
public record MissingPieces(int pieces, List<Range> ranges, int rangeCount, List<String> files,
        int fileCount) {
    private static final int MAX_RANGES = 4;
    private static final int MAX_FILES = 3;
    /** Characters of a path that are said; its end tells more than its beginning. */
    private static final int MAX_PATH = 80;

    /** Indexes of the first piece and of the last. */
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

    /** Linear in the ranges and the files. */
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
        List<MetainfoFile> touched = all.size() == 1
                ? List.of()
                : all.stream().filter(file -> lacks(missing, layout, file)).toList();
        return new MissingPieces(missing.count(), ranges, rangeCount,
                touched.stream().limit(MAX_FILES)
                        .map(file -> String.join("/", file.path().elements())).toList(),
                touched.size());
    }

    private static boolean lacks(Bitfield missing, PieceLayout layout, MetainfoFile file) {
        if (file.padding() || file.length() == 0) {
            return false;
        }
        int first = layout.pieceAt(file.offset());
        int last = layout.pieceAt(file.end() - 1);
        return missing.nextCommon(missing, first) <= last;
    }

    /** For a sentence: {@code 3, 8 to 20 and 5 more ranges, in data/a and data/b}. */
    public String words() {
        String where = listed(ranges.stream().map(Range::toString).toList(), rangeCount,
                "more ranges");
        return files.isEmpty()
                ? where
                : where + ", in " + listed(files.stream().map(MissingPieces::shortened).toList(),
                        fileCount, "more files");
    }

    private static String listed(List<String> some, int count, String more) {
        if (count > some.size()) {
            return String.join(", ", some) + " and " + (count - some.size()) + " " + more;
        }
        return some.size() < 2
                ? String.join("", some)
                : some.stream().limit(some.size() - 1L).collect(Collectors.joining(", "))
                        + " and " + some.getLast();
    }

    private static String shortened(String path) {
        int length = path.codePointCount(0, path.length());
        return length <= MAX_PATH
                ? path
                : "…" + path.substring(path.offsetByCodePoints(0, length + 1 - MAX_PATH));
    }
}

package org.gridtorrent.client.status;

import java.util.List;
import java.util.stream.Collectors;
import org.gridtorrent.engine.piece.MissingPieces;

/** Text for missing pieces, such as {@code 3, 8 to 20 and 5 more ranges, in data/a and data/b}. */
final class MissingPiecesText {
    /** Characters of a path that are shown, from its end, which tells more. */
    private static final int MAX_PATH = 80;

    private MissingPiecesText() {}

    static String of(MissingPieces missing) {
        String ranges = join(missing.ranges().stream().map(MissingPiecesText::range).toList(),
                missing.rangeCount(), "more ranges");
        return missing.files().isEmpty()
                ? ranges
                : ranges + ", in "
                        + join(missing.files().stream().map(MissingPiecesText::shorten).toList(),
                                missing.fileCount(), "more files");
    }

    private static String range(MissingPieces.Range range) {
        return range.first() == range.last()
                ? Integer.toString(range.first())
                : range.first() + " to " + range.last();
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

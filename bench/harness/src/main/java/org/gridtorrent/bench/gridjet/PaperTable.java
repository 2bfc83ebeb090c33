package org.gridtorrent.bench.gridjet;

import java.util.List;
import java.util.OptionalDouble;

/** Table 1 of the GridJet paper: seconds to open a document over 600 ms and 100 Mb/s. */
enum PaperTable {
    HTTP("the paper's HTTP", 3, 11, 43, 165, 324),
    FTP("the paper's FTP", 3, 12, 45, 175, 321),
    STREAM_1("the paper's GridJet, 1 stream", 9, 15, 62, 186, 378),
    STREAMS_16("the paper's GridJet, 16 streams", 7, 13, 24, 38, 66),
    STREAMS_64("the paper's GridJet, 64 streams", 4, 12, 24, 31, 56),
    STREAMS_128("the paper's GridJet, 128 streams", 4, 13, 24, 31, 57);

    private static final List<Long> SIZES = List.of(256L << 10, 1L << 20, 4L << 20, 16L << 20,
            64L << 20);

    private final String title;
    @SuppressWarnings("ImmutableEnumChecker") // of List.of
    private final List<Integer> seconds;

    PaperTable(String title, Integer... seconds) {
        this.title = title;
        this.seconds = List.of(seconds);
    }

    /** GridJet's column for so many streams. */
    static PaperTable ofStreams(int streams) {
        return switch (streams) {
            case 1 -> STREAM_1;
            case 16 -> STREAMS_16;
            case 64 -> STREAMS_64;
            case 128 -> STREAMS_128;
            default -> throw new IllegalArgumentException("not in the table: " + streams);
        };
    }

    String title() {
        return title;
    }

    /** Empty for a size that the paper does not have. */
    OptionalDouble seconds(long bytes) {
        int column = SIZES.indexOf(bytes);
        return column < 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds.get(column));
    }
}

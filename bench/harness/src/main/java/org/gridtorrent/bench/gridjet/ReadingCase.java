package org.gridtorrent.bench.gridjet;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.LineUnits;

/**
 * Line with what is read over it.
 *
 * @param buffers of every TCP socket
 * @param transports of our daemon (see {@link Workstation#start}), each with its own turns
 * @param sizes of the files, in bytes
 */
record ReadingCase(Duration rtt, long bitsPerSecond, Buffers buffers, List<String> transports,
        List<Long> sizes) {
    /** TCP's buffers. */
    enum Buffers {
        /** Buffers that the kernel tunes. */
        AUTO_TUNED("auto-tuned buffers"),
        /** A window of 64 KiB, as in the paper. */
        HELD("64 KiB buffers");

        private final String title;

        Buffers(String title) {
            this.title = title;
        }
    }

    /** Window of a held socket. */
    static final int HELD_WINDOW = 64 << 10;

    LineSpec spec(long seed) {
        return LineSpec.of(2, rtt, bitsPerSecond, 0, OptionalLong.empty(), Map.of(), seed);
    }

    /** The case as rows say it. */
    String title() {
        return LineUnits.millisText(rtt) + ", " + LineUnits.rateText(bitsPerSecond) + ", "
                + buffers.title;
    }

    /** Least seconds: so many round trips, and the bytes at the line's rate. */
    double bound(int roundTrips, long bytes) {
        return roundTrips * rttSeconds() + bytes * 8.0 / bitsPerSecond;
    }

    double rttSeconds() {
        return rtt.toNanos() / 1e9;
    }

    /** Seconds that one stream takes at least: a window in each round trip, if windows are held. */
    double oneStream(long bytes) {
        double line = bound(1, bytes);
        return buffers == Buffers.HELD
                ? Math.max(line, (double) bytes / HELD_WINDOW * rttSeconds())
                : line;
    }

    /** "4 MiB". */
    static String size(long bytes) {
        return bytes >= 1 << 20
                ? String.format(Locale.ROOT, "%d MiB", bytes >> 20)
                : String.format(Locale.ROOT, "%d KiB", bytes >> 10);
    }
}

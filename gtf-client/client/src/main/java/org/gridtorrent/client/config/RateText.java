package org.gridtorrent.client.config;

import java.util.List;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.terminal.ByteSize;

/** Limits as people write them: {@code 20MB} (a second), or a week's schedule of such rates. */
public final class RateText {
    /** From the largest to the smallest. */
    private static final List<Unit> UNITS = List.of(new Unit("TiB", 1L << 40),
            new Unit("TB", 1_000_000_000_000L), new Unit("GiB", 1L << 30),
            new Unit("GB", 1_000_000_000L), new Unit("MiB", 1L << 20), new Unit("MB", 1_000_000L),
            new Unit("KiB", 1L << 10), new Unit("kB", 1_000L));

    private record Unit(String name, long bytes) {}

    private RateText() {}

    /** {@link IllegalArgumentException} says what is malformed, and where. */
    public static RateSchedule parse(String text) {
        return RateSchedule.parse(text, size -> ByteSize.parse(size).bytes());
    }

    /** A rate in bytes a second, exact: such as {@code 16 KiB/s}. */
    public static String describe(long rate) {
        if (rate == RateSchedule.UNLIMITED) {
            return "no limit";
        }
        Unit unit = UNITS.stream().filter(larger -> rate % larger.bytes == 0).findFirst()
                .orElse(new Unit("B", 1));
        return rate / unit.bytes + " " + unit.name + "/s";
    }
}

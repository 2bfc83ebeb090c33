package org.gridtorrent.bench.link.line;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser and formatter of rates, losses and durations, such as {@code 1gbit}, {@code 0.01%} and {@code
 * 30ms}.
 */
public final class LineUnits {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s?([a-z%]+)");
    private static final Map<String, Long> RATE_UNITS = Map.of("bit", 1L, "kbit", 1_000L,
            "mbit", 1_000_000L, "gbit", 1_000_000_000L);
    private static final Map<String, Long> DURATION_UNITS = Map.of("us", 1_000L,
            "ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);

    private LineUnits() {}

    /** Bits per second: {@code 1gbit}, {@code 2.5mbit}. */
    public static long bitsPerSecond(String text) {
        return scaled(text, RATE_UNITS, "a rate; write for example 1gbit or 100mbit");
    }

    /** {@code 30ms}, {@code 1.5s}, {@code 2h}. */
    public static Duration duration(String text) {
        return Duration.ofNanos(
                scaled(text, DURATION_UNITS, "a duration; write for example 30ms, 90s or 2h"));
    }

    /** A part of one, from per cent: {@code 0.01%}; a bare {@code 0} needs no sign. */
    public static double loss(String text) {
        String form = text.strip();
        Matcher match = FORM.matcher(form.equals("0") ? "0%" : form);
        if (!match.matches() || !match.group(2).equals("%")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a loss; write it in per cent, for example 0.01%");
        }
        return new BigDecimal(match.group(1)).movePointLeft(2).doubleValue();
    }

    private static long scaled(String text, Map<String, Long> units, String what) {
        Matcher match = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!match.matches() || !units.containsKey(match.group(2))) {
            throw new IllegalArgumentException("'" + text + "' is not " + what);
        }
        BigDecimal value = new BigDecimal(match.group(1))
                .multiply(BigDecimal.valueOf(units.get(match.group(2))));
        if (value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("'" + text + "' is too large");
        }
        return value.longValue();
    }

    /** As {@link #bitsPerSecond} reads it. */
    public static String rateText(long bitsPerSecond) {
        for (String unit : new String[]{"gbit", "mbit", "kbit"}) {
            long size = RATE_UNITS.getOrDefault(unit, 1L);
            if (bitsPerSecond >= size) {
                return plain(BigDecimal.valueOf(bitsPerSecond).divide(BigDecimal.valueOf(size)))
                        + unit;
            }
        }
        return bitsPerSecond + "bit";
    }

    /** As {@link #loss} reads it. */
    public static String lossText(double loss) {
        return plain(BigDecimal.valueOf(loss).movePointRight(2)) + "%";
    }

    /** As {@link #duration} reads it, in milliseconds. */
    public static String millisText(Duration duration) {
        return plain(BigDecimal.valueOf(duration.toNanos(), 6)) + "ms";
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}

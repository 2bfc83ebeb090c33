package org.gridtorrent.terminal;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A count of bytes as people write it: {@code 16384}, {@code 256KiB}, {@code 1MiB}, {@code 1.5GB}. */
public record ByteSize(long bytes) {
    private static final Pattern FORM = Pattern.compile(
            "(\\d{1,18})(\\.\\d{1,6})?\\s?([KMGT]i?)?B?",
            Pattern.CASE_INSENSITIVE);
    private static final Map<String, Long> UNITS = Map.of("", 1L, "K", 1_000L, "KI", 1L << 10, "M",
            1_000_000L, "MI",
            1L << 20, "G", 1_000_000_000L, "GI", 1L << 30, "T", 1_000_000_000_000L, "TI", 1L << 40);

    /** Throws {@link IllegalArgumentException} with the text in it. */
    public static ByteSize parse(String text) {
        Matcher match = FORM.matcher(text.strip());
        if (!match.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size; write for example 256KiB or 1MiB");
        }
        String unit = match.group(3) == null ? "" : match.group(3).toUpperCase(Locale.ROOT);
        return scaled(text, match, UNITS.getOrDefault(unit, 1L));
    }

    private static ByteSize scaled(String text, Matcher match, long unit) {
        try {
            long whole = Math.multiplyExact(Long.parseLong(match.group(1)), unit);
            double part = match.group(2) == null
                    ? 0
                    : Double.parseDouble("0" + match.group(2)) * unit;
            return new ByteSize(Math.addExact(whole, Math.round(part)));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("'" + text + "' is too large", e);
        }
    }

    /** For people: three digits and a decimal unit, as network rates are counted. */
    public static String words(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 999.5 && unit < 4) {
            value /= 1000;
            unit++;
        }
        String format = value < 9.995 ? "%.2f %sB" : value < 99.95 ? "%.1f %sB" : "%.0f %sB";
        return format.formatted(value, "kMGTP".charAt(unit));
    }

    /** Reads option values. */
    public static final class Converter implements ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String value) {
            try {
                return parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}

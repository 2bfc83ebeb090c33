package org.gridtorrent.terminal;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 90s}, {@code 5m}, {@code 2h}, {@code 1d}. */
public final class Durations implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s?(ms|s|m|min|h|d)");

    @Override
    public Duration convert(String text) {
        Matcher match = FORM.matcher(text.strip());
        if (!match.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a duration; write for example 90s, 5m or 2h");
        }
        long count = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "h" -> Duration.ofHours(count);
            case "d" -> Duration.ofDays(count);
            default -> Duration.ofMinutes(count);
        };
    }

    /** For people: 90 s, 5 min, 2 h. */
    public static String words(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 120
                ? seconds + " s"
                : seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
    }
}

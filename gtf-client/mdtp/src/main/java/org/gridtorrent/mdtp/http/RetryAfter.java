package org.gridtorrent.mdtp.http;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Value of a Retry-After header (RFC 9110, 10.2.3): seconds or a date. */
final class RetryAfter {

    /** A server that asks for longer is asked again after this time. */
    static final Duration LONGEST = Duration.ofHours(1);

    private RetryAfter() {}

    /** Empty if the value is malformed. */
    static Optional<Duration> parse(String value, Instant now) {
        String text = value.strip();
        if (text.matches("\\d{1,9}")) {
            return Optional.of(atMostLongest(Duration.ofSeconds(Long.parseLong(text))));
        }
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(atMostLongest(Duration.between(now, then)));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Duration atMostLongest(Duration asked) {
        if (asked.isNegative()) {
            return Duration.ZERO;
        }
        return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }
}

package org.gridtorrent.mdtp.http;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Value of a Content-Range header (RFC 9110, 14.4) in bytes.
 *
 * @param range what the body holds; empty for an unsatisfied range
 * @param fileLength length of the whole file; empty if it is not known
 */
record ContentRange(Optional<ByteRange> range, OptionalLong fileLength) {

    private static final Pattern SATISFIED = Pattern
            .compile("(?i:bytes)[ \\t]+(\\d{1,18})-(\\d{1,18})/(\\d{1,18}|\\*)");
    private static final Pattern UNSATISFIED = Pattern.compile("(?i:bytes)[ \\t]+\\*/(\\d{1,18})");

    /** Empty if the value is malformed, of another unit, or contradicts itself. */
    static Optional<ContentRange> parse(String value) {
        Matcher satisfied = SATISFIED.matcher(value.strip());
        if (satisfied.matches()) {
            return satisfied(satisfied);
        }
        Matcher unsatisfied = UNSATISFIED.matcher(value.strip());
        return unsatisfied.matches()
                ? Optional.of(new ContentRange(Optional.empty(),
                        OptionalLong.of(Long.parseLong(unsatisfied.group(1)))))
                : Optional.empty();
    }

    private static Optional<ContentRange> satisfied(Matcher value) {
        long first = Long.parseLong(value.group(1));
        long last = Long.parseLong(value.group(2));
        OptionalLong length = value.group(3).equals("*")
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(value.group(3)));
        if (last < first || (length.isPresent() && length.getAsLong() <= last)) {
            return Optional.empty();
        }
        return Optional.of(
                new ContentRange(Optional.of(new ByteRange(first, last + 1)), length));
    }
}

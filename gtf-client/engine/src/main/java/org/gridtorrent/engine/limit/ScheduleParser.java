package org.gridtorrent.engine.limit;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.engine.limit.RateSchedule.Entry;

/** Parser of a {@link RateSchedule}, whose errors say what is wrong and at which character. */
final class ScheduleParser {
    static final String OFF = "off";
    private static final int MAX_LENGTH = 10_000;
    private static final int MAX_RATE_LENGTH = 30;
    private static final int MAX_QUOTED_LENGTH = 20;
    private static final Pattern WORD = Pattern.compile("[^\\s;]+");
    private static final Pattern TIME = Pattern
            .compile("(?:([A-Za-z]{3})-)?([01][0-9]|2[0-3]):([0-5][0-9])");

    private final String text;
    private final ToLongFunction<String> rates;
    private final Set<String> starts = new HashSet<>();

    ScheduleParser(String text, ToLongFunction<String> rates) {
        this.text = text;
        this.rates = rates;
    }

    RateSchedule parse() {
        checkCharacters();
        if (text.indexOf(',') < 0) {
            int begin = text.length() - text.stripLeading().length();
            return RateSchedule.always(rate(text.strip(), begin));
        }
        List<Entry> entries = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            entries.add(entry(word.group(), word.start()));
        }
        return new RateSchedule(entries);
    }

    private void checkCharacters() {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a schedule of " + text.length()
                    + " characters; it may have " + MAX_LENGTH);
        }
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c != '\t' && c != '\n' && c != '\r' && (c < ' ' || c > '~')) {
                throw new IllegalArgumentException("character " + (at + 1)
                        + " is none that a rate or a schedule is written with");
            }
        }
    }

    private Entry entry(String word, int at) {
        int comma = word.indexOf(',');
        if (comma < 0) {
            throw error(word, at, "write each entry as 08:00,2M or Mon-08:00,2M");
        }
        String time = word.substring(0, comma);
        Matcher match = TIME.matcher(time);
        if (!match.matches()) {
            throw error(time, at, "write a time from 00:00 to 23:59, or Mon-08:00 for one day");
        }
        Optional<DayOfWeek> day = Optional.ofNullable(match.group(1))
                .map(name -> WeekdayNames.parse(name).orElseThrow(() -> error(name, at,
                        "write a day as Mon, Tue, Wed, Thu, Fri, Sat or Sun")));
        Entry entry = new Entry(day, LocalTime.of(Integer.parseInt(match.group(2)),
                Integer.parseInt(match.group(3))), rate(word.substring(comma + 1), at + comma + 1));
        if (!starts.add(entry.time())) {
            throw error(time, at, "this time is given twice");
        }
        return entry;
    }

    private long rate(String written, int at) {
        if (written.equalsIgnoreCase(OFF)) {
            return RateSchedule.UNLIMITED;
        }
        long rate;
        try {
            rate = written.length() > MAX_RATE_LENGTH ? -1 : rates.applyAsLong(written);
        } catch (IllegalArgumentException e) {
            rate = -1;
        }
        if (rate < 0) {
            throw error(written, at, "write bytes a second, such as 500K or 20MB, or off");
        }
        if (rate == 0) {
            throw error(written, at, "nothing would ever go; write off for no limit");
        }
        return rate;
    }

    private static IllegalArgumentException error(String what, int at, String advice) {
        String quoted = what.length() > MAX_QUOTED_LENGTH
                ? what.substring(0, MAX_QUOTED_LENGTH) + "…"
                : what;
        return new IllegalArgumentException("'" + quoted.replaceAll("\\s", " ")
                + "' at character " + (at + 1) + ": " + advice);
    }
}

package org.gridtorrent.engine.limit;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * How many bytes a second may go at each minute of a week, in local time. Immutable.
 *
 * <p>It is written like rclone's timetable: a rate that always holds ({@code 2M}), {@code off} for as
 * fast as it goes, or entries that each say when a rate begins, on every day or on one: {@code
 * 08:00,2M 18:00,off}, {@code Mon-08:00,2M Fri-18:00,off}. Blanks or semicolons stand between them. A
 * rate holds until the next begins, the week's last until the first of the next week; at the same
 * minute an entry for one day goes before one for every day.
 */
public final class RateSchedule {
    /** The rate that is no limit. */
    public static final long UNLIMITED = Long.MAX_VALUE;
    /** As fast as it goes. */
    public static final RateSchedule OFF = always(UNLIMITED);

    private static final int MINUTES_A_DAY = 24 * 60;
    private static final int MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

    private final List<Entry> entries;
    /** What begins at which minute of the week, Monday's first being 0. */
    private final NavigableMap<Integer, Long> week = new TreeMap<>();

    /** When a rate begins; on every day when it names none. */
    record Entry(Optional<DayOfWeek> day, LocalTime begin, long rate) {

        private boolean startsEveryDay() {
            return day.isEmpty() && begin.equals(LocalTime.MIDNIGHT);
        }

        private List<Integer> minutes() {
            int minute = begin.getHour() * 60 + begin.getMinute();
            return day.map(List::of).orElse(List.of(DayOfWeek.values())).stream()
                    .map(on -> (on.getValue() - 1) * MINUTES_A_DAY + minute).toList();
        }

        String when() {
            return day.map(on -> WeekdayNames.name(on) + "-").orElse("") + begin;
        }
    }

    RateSchedule(List<Entry> entries) {
        this.entries = List.copyOf(entries);
        Set<String> seen = new HashSet<>();
        for (Entry entry : this.entries) {
            if (entry.rate < 1) {
                throw new IllegalArgumentException("a rate of " + entry.rate + " bytes a second");
            }
            if (!seen.add(entry.when())) {
                throw new IllegalArgumentException("'" + entry.when() + "' is given twice");
            }
            for (int minute : entry.minutes()) {
                week.merge(minute, entry.rate,
                        (there, rate) -> entry.day.isPresent() ? rate : there);
            }
        }
    }

    public static RateSchedule always(long bytesPerSecond) {
        return new RateSchedule(
                List.of(new Entry(Optional.empty(), LocalTime.MIDNIGHT, bytesPerSecond)));
    }

    /**
     * Throws {@link IllegalArgumentException} with one line that says what is wrong and where.
     *
     * @param rates reads a count of bytes; throws {@link IllegalArgumentException} for what is none
     */
    public static RateSchedule parse(String text, ToLongFunction<String> rates) {
        return new ScheduleParser(text, rates).read();
    }

    public long rateAt(LocalDateTime local) {
        return rateAt(minuteOfWeek(local));
    }

    private long rateAt(int minute) {
        Map.Entry<Integer, Long> begun = week.floorEntry(minute);
        return (begun == null ? week.lastEntry() : begun).getValue();
    }

    /** At each minute the lower rate of the two. */
    public RateSchedule lower(RateSchedule other) {
        if (equals(OFF) || other.equals(OFF)) {
            return equals(OFF) ? other : this;
        }
        Set<Integer> begins = new TreeSet<>(week.keySet());
        begins.addAll(other.week.keySet());
        return new RateSchedule(begins.stream().map(minute -> new Entry(
                Optional.of(DayOfWeek.of(minute / MINUTES_A_DAY + 1)),
                LocalTime.MIDNIGHT.plusMinutes(minute % MINUTES_A_DAY),
                Math.min(rateAt(minute), other.rateAt(minute)))).toList());
    }

    /** When the rate in force gives way to another; empty when it always holds. */
    public Optional<LocalDateTime> endOf(LocalDateTime local) {
        int now = minuteOfWeek(local);
        long rate = rateAt(local);
        Optional<Integer> next = firstOther(week.tailMap(now, false), rate);
        return next.or(() -> firstOther(week, rate).map(minute -> minute + MINUTES_A_WEEK))
                .map(minute -> local.truncatedTo(ChronoUnit.MINUTES)
                        .plus(Duration.ofMinutes(minute - now)));
    }

    private static Optional<Integer> firstOther(Map<Integer, Long> begins, long rate) {
        return begins.entrySet().stream().filter(begin -> begin.getValue() != rate)
                .map(Map.Entry::getKey).findFirst();
    }

    private static int minuteOfWeek(LocalDateTime local) {
        return (local.getDayOfWeek().getValue() - 1) * MINUTES_A_DAY + local.getHour() * 60
                + local.getMinute();
    }

    /** For people, such as {@code 2 MB/s}; exact. */
    static String words(long rate) {
        if (rate == UNLIMITED) {
            return "no limit";
        }
        Unit unit = Unit.of(rate);
        return rate / unit.bytes + " " + unit.words + "/s";
    }

    private static String written(long rate) {
        if (rate == UNLIMITED) {
            return ScheduleParser.OFF;
        }
        Unit unit = Unit.of(rate);
        return rate / unit.bytes + unit.letters;
    }

    /** What is parsed as the same schedule, if rates are read as sizes are. */
    @Override
    public String toString() {
        if (entries.size() == 1 && entries.getFirst().startsEveryDay()) {
            return written(entries.getFirst().rate);
        }
        return entries.stream().map(entry -> entry.when() + "," + written(entry.rate))
                .collect(Collectors.joining(" "));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RateSchedule schedule && schedule.entries.equals(entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    /** Units in which a rate can be a whole number, the one that makes it smallest first. */
    private enum Unit {
        TI("TiB", 1L << 40), T("TB", 1_000_000_000_000L), GI("GiB", 1L << 30), G("GB",
                1_000_000_000L),
        MI("MiB",
                1L << 20),
        M("MB", 1_000_000L), KI("KiB", 1L << 10), K("kB", 1_000L), B("B",
                1L);

        private final String words;
        private final String letters;
        private final long bytes;

        Unit(String words, long bytes) {
            this.words = words;
            this.letters = words.substring(0, words.length() - 1).toUpperCase(Locale.ROOT)
                    .replace('I', 'i');
            this.bytes = bytes;
        }

        private static Unit of(long rate) {
            for (Unit unit : values()) {
                if (rate % unit.bytes == 0) {
                    return unit;
                }
            }
            return B;
        }
    }
}

package org.gridtorrent.engine.limit;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Weekly schedule of a rate limit, in bytes per second and local time. Immutable.
 *
 * <p>Its text is like rclone's timetable: one rate that always holds ({@code 2M}), {@code off} for no
 * limit, or entries that say when a rate starts, every day or on one day: {@code
 * 08:00,2M 18:00,off}, {@code Mon-08:00,2M Fri-18:00,off}. Blanks or semicolons separate entries. A
 * rate holds until the next one starts, and the last one of the week until the first of the next week. At the same
 * minute an entry for one day overrides one for every day.
 */
public final class RateSchedule {
    /** The rate that is no limit. */
    public static final long UNLIMITED = Long.MAX_VALUE;
    /** No limit. */
    public static final RateSchedule OFF = always(UNLIMITED);

    private static final int MINUTES_A_DAY = 24 * 60;
    private static final int MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

    private final List<Entry> entries;
    /** The rate that starts at each minute of the week; 0 is Monday 00:00. */
    private final NavigableMap<Integer, Long> week = new TreeMap<>();

    /** The start of a rate, on one day or every day. */
    record Entry(Optional<DayOfWeek> day, LocalTime start, long rate) {

        private boolean isEveryMidnight() {
            return day.isEmpty() && start.equals(LocalTime.MIDNIGHT);
        }

        private List<Integer> minutes() {
            int minute = start.getHour() * 60 + start.getMinute();
            return day.map(List::of).orElse(List.of(DayOfWeek.values())).stream()
                    .map(on -> (on.getValue() - 1) * MINUTES_A_DAY + minute).toList();
        }

        String time() {
            return day.map(on -> WeekdayNames.name(on) + "-").orElse("") + start;
        }
    }

    RateSchedule(List<Entry> entries) {
        this.entries = List.copyOf(entries);
        Set<String> seen = new HashSet<>();
        for (Entry entry : this.entries) {
            if (entry.rate < 1) {
                throw new IllegalArgumentException("a rate of " + entry.rate + " bytes a second");
            }
            if (!seen.add(entry.time())) {
                throw new IllegalArgumentException("'" + entry.time() + "' is given twice");
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
     * Parses a schedule; throws {@link IllegalArgumentException} with one line that says what is wrong and where.
     *
     * @param rates parses a number of bytes, or throws {@link IllegalArgumentException}
     */
    public static RateSchedule parse(String text, ToLongFunction<String> rates) {
        return new ScheduleParser(text, rates).parse();
    }

    public long rateAt(LocalDateTime local) {
        return rateAt(minuteOfWeek(local));
    }

    private long rateAt(int minute) {
        Map.Entry<Integer, Long> entry = week.floorEntry(minute);
        return (entry == null ? week.lastEntry() : entry).getValue();
    }

    /** The lower of the two rates at each minute. */
    public RateSchedule lower(RateSchedule other) {
        if (equals(OFF) || other.equals(OFF)) {
            return equals(OFF) ? other : this;
        }
        Set<Integer> starts = new TreeSet<>(week.keySet());
        starts.addAll(other.week.keySet());
        return new RateSchedule(starts.stream().map(minute -> new Entry(
                Optional.of(DayOfWeek.of(minute / MINUTES_A_DAY + 1)),
                LocalTime.MIDNIGHT.plusMinutes(minute % MINUTES_A_DAY),
                Math.min(rateAt(minute), other.rateAt(minute)))).toList());
    }

    /** When the current rate ends; empty when it always holds. */
    public Optional<LocalDateTime> endOf(LocalDateTime local) {
        int now = minuteOfWeek(local);
        long rate = rateAt(local);
        Optional<Integer> next = firstOtherRate(week.tailMap(now, false), rate);
        return next.or(() -> firstOtherRate(week, rate).map(minute -> minute + MINUTES_A_WEEK))
                .map(minute -> local.truncatedTo(ChronoUnit.MINUTES)
                        .plus(Duration.ofMinutes(minute - now)));
    }

    private static Optional<Integer> firstOtherRate(Map<Integer, Long> starts, long rate) {
        return starts.entrySet().stream().filter(begin -> begin.getValue() != rate)
                .map(Map.Entry::getKey).findFirst();
    }

    private static int minuteOfWeek(LocalDateTime local) {
        return (local.getDayOfWeek().getValue() - 1) * MINUTES_A_DAY + local.getHour() * 60
                + local.getMinute();
    }

    private static String toText(long rate) {
        if (rate == UNLIMITED) {
            return ScheduleParser.OFF;
        }
        Unit unit = Unit.of(rate);
        return rate / unit.bytes + unit.suffix;
    }

    /** Text that parses to the same schedule, if rates are parsed like sizes. */
    @Override
    public String toString() {
        if (entries.size() == 1 && entries.getFirst().isEveryMidnight()) {
            return toText(entries.getFirst().rate);
        }
        return entries.stream().map(entry -> entry.time() + "," + toText(entry.rate))
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

    /** Units of rates, the largest first. */
    private enum Unit {
        TI("Ti", 1L << 40), T("T", 1_000_000_000_000L), GI("Gi", 1L << 30), G("G",
                1_000_000_000L),
        MI("Mi",
                1L << 20),
        M("M", 1_000_000L), KI("Ki", 1L << 10), K("K", 1_000L), B("", 1L);

        private final String suffix;
        private final long bytes;

        Unit(String suffix, long bytes) {
            this.suffix = suffix;
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

package org.gridtorrent.ccm.device;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gridtorrent.ccm.ui.Form;
import org.jspecify.annotations.Nullable;

/**
 * A week's schedule of a rate in a form: rows that each say on which day, when and at how many megabytes a
 * second a rate begins. As text it is what machines read in their configuration.
 */
public record WeeklySchedule(List<Row> rows) {
    /** Every day, then each of them as schedules name it. */
    public static final List<String> DAYS = List.of("", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat",
            "Sun");
    private static final int MOST = 20;
    private static final int SPARE = 2;
    private static final BigDecimal MEGABYTE = BigDecimal.valueOf(1_000_000);
    private static final Pattern ENTRY = Pattern.compile("(?:([A-Z][a-z]{2})-)?([0-9:]{5}),(.+)");
    private static final Pattern RATE = Pattern.compile("[0-9]{1,6}([.,][0-9]{1,3})?");
    private static final Pattern TIME = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");

    public WeeklySchedule {
        rows = List.copyOf(rows);
    }

    /** As typed. Without a rate there is no limit from then on. */
    public record Row(String day, String from, String rate) {
        private static final Row EMPTY = new Row("", "", "");

        /** Null for no limit from then on. */
        public static Row of(String day, String from, @Nullable Long bytesPerSecond) {
            return new Row(day, from, bytesPerSecond == null
                    ? ""
                    : BigDecimal.valueOf(bytesPerSecond).divide(MEGABYTE).toPlainString());
        }

        /** Of a row that is right; empty for no limit. */
        public Optional<Long> bytesPerSecond() {
            return rate.isEmpty() ? Optional.empty() : Optional.of(bytes().longValue());
        }

        private boolean isEmpty() {
            return from.isEmpty() && rate.isEmpty();
        }

        private boolean isRight() {
            return DAYS.contains(day) && TIME.matcher(begin()).matches()
                    && (rate.isEmpty() || (RATE.matcher(rate).matches() && bytes().signum() > 0));
        }

        private String begin() {
            return from.isEmpty() ? "00:00" : from;
        }

        private BigDecimal bytes() {
            return new BigDecimal(rate.replace(',', '.')).multiply(MEGABYTE);
        }

        private String when() {
            return (day.isEmpty() ? "" : day + "-") + begin();
        }

        private String text() {
            return when() + "," + (rate.isEmpty() ? "off" : bytes().toBigInteger());
        }
    }

    /** Out of what {@link #text} gave. */
    public static WeeklySchedule of(String text) {
        return new WeeklySchedule(Arrays.stream(text.split(" ", -1)).map(ENTRY::matcher)
                .filter(Matcher::matches).map(entry -> new Row(
                        Optional.ofNullable(entry.group(1)).orElse(""), entry.group(2),
                        rate(entry.group(3))))
                .toList());
    }

    private static String rate(String bytes) {
        return bytes.matches("[0-9]{1,15}")
                ? new BigDecimal(bytes).divide(MEGABYTE).stripTrailingZeros().toPlainString()
                : "";
    }

    /** The fields of a form that begin with this word; rows that are empty are left out. */
    public static WeeklySchedule of(Form form, String word) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            var row = new Row(form.value(word + "-day-" + i), form.value(word + "-from-" + i),
                    form.value(word + "-rate-" + i));
            if (!row.isEmpty()) {
                rows.add(row);
            }
        }
        return new WeeklySchedule(rows);
    }

    /** Whether every row is, and no two begin at the same time. */
    public boolean isRight() {
        Set<String> begins = new HashSet<>();
        return rows.stream().allMatch(row -> row.isRight() && begins.add(row.when()));
    }

    /** Of one that is right; empty without rows. */
    public String text() {
        return rows.stream().map(Row::text).collect(Collectors.joining(" "));
    }

    /** With some empty rows to be filled in. */
    public List<Row> shown() {
        List<Row> shown = new ArrayList<>(rows);
        while (shown.size() < Math.min(MOST, rows.size() + SPARE)) {
            shown.add(Row.EMPTY);
        }
        return shown;
    }
}

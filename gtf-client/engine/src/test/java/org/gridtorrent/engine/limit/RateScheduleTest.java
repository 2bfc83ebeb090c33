package org.gridtorrent.engine.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RateScheduleTest {
    private static final LocalDateTime MONDAY = LocalDateTime.of(2026, 6, 1, 0, 0);
    private static final long OFF = RateSchedule.UNLIMITED;

    private static RateSchedule parse(String text) {
        return RateSchedule.parse(text, RateScheduleTest::size);
    }

    /** Sizes with the letters K, M and Ki, Mi, as the command line reads them. */
    private static long size(String text) {
        String digits = text.replaceAll("[KMGT]i?$", "");
        long unit = switch (text.substring(digits.length())) {
            case "" -> 1;
            case "K" -> 1_000;
            case "Ki" -> 1 << 10;
            case "M" -> 1_000_000;
            case "Mi" -> 1 << 20;
            case "G" -> 1_000_000_000;
            default -> throw new IllegalArgumentException("no unit: " + text);
        };
        return Math.multiplyExact(Long.parseLong(digits), unit);
    }

    private static LocalDateTime on(DayOfWeek day, String time) {
        return MONDAY.with(TemporalAdjusters.nextOrSame(day)).with(LocalTime.parse(time));
    }

    @Test
    void plainRateAlwaysHolds() {
        for (DayOfWeek day : DayOfWeek.values()) {
            assertThat(parse("2M").rateAt(on(day, "00:00"))).isEqualTo(2_000_000);
            assertThat(parse(" off ").rateAt(on(day, "23:59"))).isEqualTo(OFF);
        }
        assertThat(parse("2M").endOf(MONDAY)).isEmpty();
        assertThat(parse("OFF")).isEqualTo(RateSchedule.OFF);
    }

    @ParameterizedTest
    @CsvSource({"07:59:59.999, off", "08:00, 2M", "17:59:59, 2M", "18:00, off", "23:59, off",
        "00:00, off"})
    void dayAndNightTakeTurns(String time, String rate) {
        RateSchedule schedule = parse("08:00,2M 18:00,off");
        for (DayOfWeek day : DayOfWeek.values()) {
            assertThat(schedule.rateAt(on(day, time))).isEqualTo(parse(rate).rateAt(MONDAY));
        }
    }

    @Test
    void lowerRateOfTwoSchedulesHoldsAtEachMinute() {
        RateSchedule own = parse("08:00,2M 18:00,9M Sat-00:00,off");
        RateSchedule other = parse("Tue-12:00,1M Sun-06:30,off");
        for (RateSchedule lower : List.of(own.lower(other), other.lower(own))) {
            for (LocalDateTime at = MONDAY; at.isBefore(MONDAY.plusWeeks(1)); at = at
                    .plusMinutes(1)) {
                assertThat(lower.rateAt(at)).as("%s", at)
                        .isEqualTo(Math.min(own.rateAt(at), other.rateAt(at)));
            }
        }
        assertThat(own.lower(RateSchedule.OFF)).isEqualTo(own);
        assertThat(RateSchedule.OFF.lower(own)).isEqualTo(own);
    }

    @ParameterizedTest
    @CsvSource({"MONDAY, 07:59, off", "MONDAY, 08:00, 2M", "WEDNESDAY, 03:00, 2M",
        "FRIDAY, 17:59, 2M", "FRIDAY, 18:00, off", "SUNDAY, 12:00, off"})
    void entryOfOneDayHoldsUntilTheNextEntry(DayOfWeek day, String time, String rate) {
        assertThat(parse("Mon-08:00,2M Fri-18:00,off").rateAt(on(day, time)))
                .isEqualTo(parse(rate).rateAt(MONDAY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"08:00,2M Sat-08:00,off 18:00,3M", "Sat-08:00,off 08:00,2M;18:00,3M"})
    void entryOfOneDayOverridesOneOfEveryDay(String text) {
        RateSchedule schedule = parse(text);
        assertThat(schedule.rateAt(on(DayOfWeek.SATURDAY, "08:00"))).isEqualTo(OFF);
        assertThat(schedule.rateAt(on(DayOfWeek.SATURDAY, "18:00"))).isEqualTo(3_000_000);
        assertThat(schedule.rateAt(on(DayOfWeek.SUNDAY, "08:00"))).isEqualTo(2_000_000);
    }

    @Test
    void rateEndsWhereAnotherStarts() {
        RateSchedule schedule = parse("08:00,2M 12:00,2M 18:00,off Sun-08:00,off");
        assertThat(schedule.endOf(on(DayOfWeek.MONDAY, "08:30")))
                .contains(on(DayOfWeek.MONDAY, "18:00"));
        assertThat(schedule.endOf(on(DayOfWeek.MONDAY, "18:00")))
                .contains(on(DayOfWeek.MONDAY, "08:00").plusDays(1));
        assertThat(schedule.endOf(on(DayOfWeek.SUNDAY, "08:00")))
                .contains(on(DayOfWeek.SUNDAY, "12:00"));
        assertThat(parse("Mon-08:00,2M Fri-18:00,off").endOf(on(DayOfWeek.SATURDAY, "10:00")))
                .contains(on(DayOfWeek.MONDAY, "08:00").plusWeeks(1));
        assertThat(parse("08:00,2M 18:00,2M").endOf(MONDAY)).isEmpty();
    }

    @Test
    void endIsTheFirstMinuteWithAnotherRate() {
        Random random = new Random(TestScale.seed("engine.seed"));
        for (int round = 0; round < 40; round++) {
            RateSchedule schedule = parse(randomSchedule(random));
            LocalDateTime from = MONDAY.plusMinutes(random.nextInt(7 * 24 * 60));
            LocalDateTime to = schedule.endOf(from).orElse(from.plusWeeks(1));
            long rate = schedule.rateAt(from);
            for (LocalDateTime at = from; at.isBefore(to); at = at.plusMinutes(1)) {
                assertThat(schedule.rateAt(at)).isEqualTo(rate);
            }
            schedule.endOf(from)
                    .ifPresent(end -> assertThat(schedule.rateAt(end)).isNotEqualTo(rate));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2M", "off", "1", "1500K", "512Ki", "1234567", "3G",
        "08:00,2M 18:00,off", "Mon-08:00,2M Fri-18:00,off", "07:30,1Mi", "00:00,1K 00:01,2K"})
    void toStringGivesTheParsedText(String text) {
        assertThat(parse(text)).hasToString(text);
    }

    @Test
    void toStringParsesToTheSameSchedule() {
        Random random = new Random(TestScale.seed("engine.seed"));
        for (int round = 0; round < 1000; round++) {
            RateSchedule schedule = parse(randomSchedule(random));
            assertThat(parse(schedule.toString())).isEqualTo(schedule)
                    .hasSameHashCodeAs(schedule);
        }
    }

    /** Entries at distinct times. */
    private static String randomSchedule(Random random) {
        StringJoiner entries = new StringJoiner(random.nextBoolean() ? " " : "; ");
        int minute = random.nextInt(200);
        do {
            String day = random.nextBoolean()
                    ? ""
                    : WeekdayNames.name(DayOfWeek.of(1 + random.nextInt(7))) + "-";
            String rate = switch (random.nextInt(4)) {
                case 0 -> "off";
                case 1 -> (1 + random.nextInt(3)) + "M";
                case 2 -> (1 + random.nextInt(5000)) + "Ki";
                default -> String.valueOf(1 + random.nextInt(2_000_000_000));
            };
            entries.add(day + LocalTime.ofSecondOfDay(minute * 60L) + "," + rate);
            minute += 1 + random.nextInt(400);
        } while (minute < 24 * 60);
        return entries.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {"\"\" | character 1",
        "fast | character 1",
        "08:00,2M 25:00,off | '25:00' at character 10",
        "08:00,2M  18:60,off | '18:60' at character 11",
        "08:00,2M 18:00 | '18:00' at character 10",
        "08:00,2M Foo-18:00,off | 'Foo' at character 10",
        "8:00,2M | '8:00' at character 1", "08:00,fast | 'fast' at character 7",
        "08:00, | '' at character 7", ", | '' at character 1",
        "08:00,2M,3M | '2M,3M' at character 7", "08:00,0 | '0' at character 7",
        "0 | '0' at character 1", "-1 | '-1' at character 1",
        "08:00,2M 18:00,off 08:00,3M | '08:00' at character 20",
        "mon-08:00,2M Mon-08:00,off | 'Mon-08:00' at character 14",
        "٠٨:00,2M | character 1", "08:00,2M\u0007 18:00,off | character 9",
        "99999999999999999999 | character 1",
        "08:00,99999999999999999999999999999999999999 | at character 7"})
    void invalidTextIsRejectedWithItsPosition(String text, String where) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(IllegalArgumentException.class)
                .message().contains(where).hasLineCount(1).hasSizeLessThan(200)
                .doesNotContain("\u0007");
    }

    @Test
    void hostileTextIsRejected() {
        for (String text : new String[]{"08:00,2M ".repeat(2_000), "9".repeat(9_999),
            "08:00,2M\n\n\n18:00,fa\nst", "\u001b[2J", ",".repeat(5_000)}) {
            assertThatThrownBy(() -> parse(text)).isInstanceOf(IllegalArgumentException.class)
                    .message().hasLineCount(1).hasSizeLessThan(200).doesNotContain("\u001b");
        }
    }
}

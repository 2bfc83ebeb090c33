package org.gridtorrent.bench.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.gridtorrent.bench.experiment.Experiment.Scale;

/**
 * How long experiments take that are run one after the other, and what is left. Not thread-safe.
 *
 * <p>What each takes is known from runs on two processors ({@code durations.properties}, seconds at the
 * scales in their order).
 */
public final class Timetable {
    private static final Properties KNOWN = known();
    /** Of an experiment that is not in the list. */
    private static final String UNKNOWN = "300 240 15";

    private final List<Duration> expected;
    private final InstantSource clock;
    private final Instant begun;
    private int current = -1;
    private Instant currentBegun;

    /** Begins now. */
    public Timetable(List<String> experiments, Scale scale, InstantSource clock) {
        this.expected = experiments.stream().map(name -> expected(name, scale)).toList();
        this.clock = clock;
        this.begun = clock.instant();
        this.currentBegun = begun;
    }

    public static Duration expected(String experiment, Scale scale) {
        String[] seconds = KNOWN.getProperty(experiment, UNKNOWN).strip().split("\\s+", -1);
        int column = switch (scale) {
            case FULL -> 0;
            case BRIEF -> 1;
            case QUICK -> 2;
        };
        return Duration.ofSeconds(Long.parseLong(seconds[column]));
    }

    /** The next one begins. */
    public void next() {
        current++;
        currentBegun = clock.instant();
    }

    /** What is left of the current one, as far as is known, and all of those after it. */
    public Duration left() {
        Duration left = Duration.ZERO;
        for (int i = Math.max(0, current); i < expected.size(); i++) {
            Duration one = expected.get(i);
            if (i == current) {
                Duration rest = one.minus(Duration.between(currentBegun, clock.instant()));
                left = rest.isNegative() ? left : left.plus(rest);
            } else {
                left = left.plus(one);
            }
        }
        return left;
    }

    /** For a person, such as "12:05, about 61 min left". */
    public String words() {
        Duration gone = Duration.between(begun, clock.instant());
        Duration left = left();
        return String.format(Locale.ROOT, "%d:%02d, about %s left", gone.toMinutes(),
                gone.toSecondsPart(), left.toSeconds() < 100
                        ? left.toSeconds() + " s"
                        : (left.toSeconds() + 30) / 60 + " min");
    }

    private static Properties known() {
        try (InputStream in = Objects.requireNonNull(
                Timetable.class.getResourceAsStream("durations.properties"))) {
            Properties known = new Properties();
            known.load(in);
            return known;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

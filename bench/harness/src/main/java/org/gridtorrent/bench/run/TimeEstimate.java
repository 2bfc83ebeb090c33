package org.gridtorrent.bench.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.gridtorrent.bench.experiment.Experiment.Scale;

/**
 * Estimate of the time left of experiments that are run in turn. Thread-safe.
 *
 * <p>Durations are known from runs on two processors ({@code durations.properties}, seconds at the scales
 * in their order).
 */
public final class TimeEstimate {
    private static final Properties KNOWN = known();
    /** Seconds of an experiment that is not in the list. */
    private static final String UNKNOWN = "300 240 15";

    private final List<Duration> expected;
    private final int atOnce;
    private final InstantSource clock;
    private final Instant begun;
    private final Map<Integer, Instant> underWay = new HashMap<>();
    private final Set<Integer> done = new HashSet<>();

    /**
     * Begins now.
     *
     * @param atOnce as many as are run at a time
     */
    public TimeEstimate(List<String> experiments, Scale scale, int atOnce, InstantSource clock) {
        this.expected = experiments.stream().map(name -> expected(name, scale)).toList();
        this.atOnce = atOnce;
        this.clock = clock;
        this.begun = clock.instant();
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

    /** Notes that an experiment begins; the first has the number 0. */
    public synchronized void begins(int number) {
        underWay.put(number, clock.instant());
    }

    public synchronized void ended(int number) {
        underWay.remove(number);
        done.add(number);
    }

    /** Time left: of those under way the rest, as far as is known, and all of the others. */
    public synchronized Duration left() {
        Duration all = Duration.ZERO;
        Duration longest = Duration.ZERO;
        for (int number = 0; number < expected.size(); number++) {
            Duration one = left(number);
            all = all.plus(one);
            longest = one.compareTo(longest) > 0 ? one : longest;
        }
        Duration shared = all.dividedBy(atOnce);
        return shared.compareTo(longest) > 0 ? shared : longest;
    }

    private Duration left(int number) {
        Instant since = underWay.get(number);
        if (since == null) {
            return done.contains(number) ? Duration.ZERO : expected.get(number);
        }
        Duration rest = expected.get(number).minus(Duration.between(since, clock.instant()));
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    /** For the user, such as "12:05, about 61 min left". */
    public String describe() {
        Duration gone = Duration.between(begun, clock.instant());
        Duration left = left();
        return String.format(Locale.ROOT, "%d:%02d, about %s left", gone.toMinutes(),
                gone.toSecondsPart(), left.toSeconds() < 100
                        ? left.toSeconds() + " s"
                        : (left.toSeconds() + 30) / 60 + " min");
    }

    private static Properties known() {
        try (InputStream in = Objects.requireNonNull(
                TimeEstimate.class.getResourceAsStream("durations.properties"))) {
            Properties known = new Properties();
            known.load(in);
            return known;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

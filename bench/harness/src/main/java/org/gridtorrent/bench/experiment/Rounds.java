package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;

/**
 * Runner of every experiment: round by round, in each comparison, every subject once, by turns.
 *
 * <p>Interleaving exposes every subject to the same background load. A disturbed comparison is measured again
 * as a whole. Reports progress after each turn. Not thread-safe.
 */
public final class Rounds {
    private final ExperimentRun run;
    private final RetryOnNoise retry;
    private final Map<Key, Samples> samples = new HashMap<>();
    private final Map<Key, Samples> first = new HashMap<>();
    private final Map<Turn, String> failures = new HashMap<>();
    private Predicate<String> mayFail = subject -> false;

    public Rounds(ExperimentRun run, RetryOnNoise retry) {
        this.run = run;
        this.retry = retry;
    }

    private record Turn(String setting, String subject) {}

    private record Key(Turn turn, Quantity quantity) {
        Key(Comparison comparison, String subject, Quantity quantity) {
            this(new Turn(comparison.setting(), subject), quantity);
        }
    }

    /**
     * Goes on without subjects that fail: each is not asked again in that comparison, and its rows say why.
     * The failure of any other ends the run.
     */
    public Rounds toleratingFailuresOf(Predicate<String> subjects) {
        mayFail = subjects;
        return this;
    }

    /** Rounds that do not count. The very first reading of each subject is kept as {@link #first}. */
    public void warmUp(int times, List<Comparison> comparisons)
            throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            for (Comparison comparison : comparisons) {
                var _ = readings(comparison, "to warm up", true);
            }
        }
    }

    /** Rounds that count. */
    public Rounds run(int rounds, List<Comparison> comparisons)
            throws IOException, InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            String title = "round " + round + " of " + rounds;
            for (Comparison comparison : comparisons) {
                retry.measure(comparison.setting() + ", " + title,
                        () -> readings(comparison, title, false))
                        .forEach((subject, reading) -> keep(samples, comparison, subject, reading));
            }
        }
        return this;
    }

    private Map<String, Reading> readings(Comparison comparison, String title, boolean warmUp)
            throws IOException, InterruptedException {
        Map<String, Reading> readings = new LinkedHashMap<>();
        for (Comparison.Turn turn : comparison.turns()) {
            if (failure(comparison, turn.subject()).isPresent() || (warmUp && !turn.warmsUp())) {
                continue;
            }
            Optional<Reading> taken = take(comparison, turn);
            if (taken.isPresent()) {
                run.message(title + ", " + comparison.setting() + ": " + turn.subject() + ": "
                        + taken.get().describe());
                readings.put(turn.subject(), taken.get());
                keepFirst(comparison, turn.subject(), taken.get());
            }
        }
        return readings;
    }

    private Optional<Reading> take(Comparison comparison, Comparison.Turn turn)
            throws IOException, InterruptedException {
        try {
            return Optional.of(turn.measurement().take());
        } catch (IOException | IllegalArgumentException e) { // the latter of what is no number
            if (!mayFail.test(turn.subject())) {
                throw e;
            }
            String why = "it failed: " + e.getMessage();
            failures.put(new Turn(comparison.setting(), turn.subject()), why);
            run.message(comparison.setting() + ": " + turn.subject() + ": " + why);
            return Optional.empty();
        }
    }

    private void keepFirst(Comparison comparison, String subject, Reading reading) {
        Quantity any = reading.values().keySet().iterator().next();
        if (!first.containsKey(new Key(comparison, subject, any))) {
            keep(first, comparison, subject, reading);
        }
    }

    private static void keep(Map<Key, Samples> kept, Comparison comparison, String subject,
            Reading reading) {
        reading.values().forEach((quantity, values) -> values.forEach(kept.computeIfAbsent(
                new Key(comparison, subject, quantity), _ -> new Samples())::add));
    }

    /** Failure for which the subject is not measured any more in this comparison. */
    public Optional<String> failure(Comparison comparison, String subject) {
        return Optional.ofNullable(failures.get(new Turn(comparison.setting(), subject)));
    }

    /** Samples of the rounds that count. */
    public Samples samples(Comparison comparison, String subject, Quantity quantity) {
        return kept(samples, comparison, subject, quantity);
    }

    /** True when a round of the subject counted. */
    public boolean hasSamples(Comparison comparison, String subject) {
        return samples.keySet().stream()
                .anyMatch(key -> key.turn.equals(new Turn(comparison.setting(), subject)));
    }

    /** True when a round of the subject counted and gave this quantity. */
    public boolean hasSamples(Comparison comparison, String subject, Quantity quantity) {
        return samples.containsKey(new Key(comparison, subject, quantity));
    }

    public Samples samples(Comparison comparison, String subject, Metric metric) {
        return samples(comparison, subject, Quantity.of(metric));
    }

    /** Samples of the subject's very first turn, whether it counts or not. */
    public Samples first(Comparison comparison, String subject, Quantity quantity) {
        return kept(first, comparison, subject, quantity);
    }

    private static Samples kept(Map<Key, Samples> kept, Comparison comparison, String subject,
            Quantity quantity) {
        Key key = new Key(comparison, subject, quantity);
        Samples found = kept.get(key);
        if (found == null) {
            throw new IllegalArgumentException("nothing was measured of " + key);
        }
        return found;
    }

    /** Gives the row of a subject beside a peer, or why the peer failed. */
    public void row(Comparison comparison, Metric metric, String subject, String peer) {
        row(comparison, comparison.setting(), Quantity.of(metric), subject, peer);
    }

    /** The same, with another case. */
    public void row(Comparison comparison, String setting, Quantity quantity, String subject,
            String peer) {
        failure(comparison, peer).ifPresentOrElse(
                why -> run.skip(comparison.setting(), subject, peer, why),
                () -> run.row(setting, quantity.metric(), subject,
                        samples(comparison, subject, quantity), peer,
                        samples(comparison, peer, quantity)));
    }
}

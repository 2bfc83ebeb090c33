package org.gridtorrent.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.junit.jupiter.api.Test;

class TimeEstimateTest {
    private static final Duration HASH = TimeEstimate.expected("hash", Scale.FULL);
    private static final Duration SWARM = TimeEstimate.expected("swarm", Scale.FULL);

    private Instant now = Instant.EPOCH;
    private final TimeEstimate table = table(1, "hash", "swarm");

    private TimeEstimate table(int atOnce, String... experiments) {
        return new TimeEstimate(List.of(experiments), Scale.FULL, atOnce, () -> now);
    }

    @Test
    void addsTheRestOfThisOneAndTheOthers() {
        assertThat(table.left()).isEqualTo(HASH.plus(SWARM));
        table.begins(0);
        now = now.plus(HASH.dividedBy(3));
        assertThat(table.left()).isEqualTo(HASH.minus(HASH.dividedBy(3)).plus(SWARM));
    }

    @Test
    void oneThatTakesLonger_leavesTheOthers() {
        table.begins(0);
        now = now.plus(HASH).plusSeconds(1000);
        assertThat(table.left()).isEqualTo(SWARM);
        table.ended(0);
        table.begins(1);
        assertThat(table.left()).isEqualTo(SWARM);
        assertThat(table.describe()).startsWith("%d:%02d, about ".formatted(
                HASH.plusSeconds(1000).toMinutes(), HASH.plusSeconds(1000).toSecondsPart()));
    }

    @Test
    void oneThatEndsEarly_leavesNothing() {
        table.begins(0);
        table.ended(0);
        assertThat(table.left()).isEqualTo(SWARM);
    }

    @Test
    void twoAtOnce_takeHalfAsLong_orAsLongAsTheLongest() {
        TimeEstimate two = table(2, "swarm", "swarm", "hash");
        assertThat(two.left()).isEqualTo(SWARM.plus(SWARM).plus(HASH).dividedBy(2));
        two.ended(0);
        two.begins(1);
        two.begins(2);
        now = now.plus(HASH);
        assertThat(two.left()).isEqualTo(SWARM.minus(HASH));
    }

    @Test
    void aSmallerScale_takesLess() {
        for (String name : List.of("hash", "ptcp-wan", "swarm", "unheard-of")) {
            assertThat(TimeEstimate.expected(name, Scale.BRIEF))
                    .isLessThan(TimeEstimate.expected(name, Scale.FULL))
                    .isGreaterThan(TimeEstimate.expected(name, Scale.QUICK));
        }
    }
}

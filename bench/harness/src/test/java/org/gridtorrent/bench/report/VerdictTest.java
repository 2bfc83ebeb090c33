package org.gridtorrent.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Better;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void isEqualWithinFivePercent() {
        assertThat(Verdict.of(1.05, 0, Better.HIGHER)).isEqualTo(Verdict.EQUAL);
        assertThat(Verdict.of(1 / 1.049, 0, Better.HIGHER)).isEqualTo(Verdict.EQUAL);
        assertThat(Verdict.of(1.06, 0, Better.HIGHER)).isEqualTo(Verdict.BETTER);
        assertThat(Verdict.of(1 / 1.06, 0, Better.HIGHER)).isEqualTo(Verdict.WORSE);
    }

    @Test
    void isBetterBelowThePeerWhereLowerIsBetter() {
        assertThat(Verdict.of(0.5, 0, Better.LOWER)).isEqualTo(Verdict.BETTER);
        assertThat(Verdict.of(2, 0, Better.LOWER)).isEqualTo(Verdict.WORSE);
    }

    @Test
    void isEqualWithinTheSpread() {
        assertThat(Verdict.of(1.19, 0.2, Better.HIGHER)).isEqualTo(Verdict.EQUAL);
        assertThat(Verdict.of(1.21, 0.2, Better.HIGHER)).isEqualTo(Verdict.BETTER);
    }

    @Test
    void judgesAnAimWithoutTolerance() {
        assertThat(Verdict.of(besideTheAim(0.97))).isEqualTo(Verdict.WORSE);
        assertThat(Verdict.of(besideTheAim(1))).isEqualTo(Verdict.EQUAL);
        assertThat(Verdict.of(besideTheAim(1.01))).isEqualTo(Verdict.BETTER);
    }

    private static Result.Measured besideTheAim(double value) {
        return new Result.Measured("test", "one", "ours", Result.Metric.GOODPUT, value, 0.2,
                Result.AIM, 1, 0);
    }

    @Test
    void isEqualWithinThePeersSpread() {
        Result.Metric metric = Result.Metric.GOODPUT;
        assertThat(Verdict.of(new Result.Measured("test", "one", "ours", metric, 1.3, 0, "theirs",
                1, 0.4))).isEqualTo(Verdict.EQUAL);
        assertThat(Verdict.of(new Result.Measured("test", "one", "ours", metric, 1.3, 0, "theirs",
                1, 0.2))).isEqualTo(Verdict.BETTER);
    }

    @Test
    void comparesWithZero() {
        assertThat(Verdict.of(Double.POSITIVE_INFINITY, 0.5, Better.LOWER))
                .isEqualTo(Verdict.WORSE);
        assertThat(Verdict.of(0, 0.5, Better.LOWER)).isEqualTo(Verdict.BETTER);
    }
}

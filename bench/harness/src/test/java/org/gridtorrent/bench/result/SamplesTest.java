package org.gridtorrent.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void median_isTheMiddleOne() {
        assertThat(samples(9, 1, 5).median()).isEqualTo(5);
        assertThat(samples(9, 1, 5, 6).median()).isEqualTo(5.5);
    }

    @Test
    void spread_isAPartOfTheMedian() {
        assertThat(samples(8, 10, 12).spread()).isEqualTo(0.4);
        assertThat(samples(7).spread()).isZero();
    }

    @Test
    void hasNoMedianOfNothing() {
        assertThatThrownBy(() -> samples().median()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> samples(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Samples samples(double... values) {
        Samples samples = new Samples();
        for (double value : values) {
            samples.add(value);
        }
        return samples;
    }
}

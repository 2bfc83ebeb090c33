package org.gridtorrent.bench.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.gridtorrent.bench.link.line.LineSpec;
import org.junit.jupiter.api.Test;

class SampledLineTest {
    @Test
    void longerSampleBeginsWithTheShorterOne() {
        assertThat(SampledLine.first(20))
                .startsWith(SampledLine.first(3).toArray(SampledLine[]::new));
    }

    @Test
    void linesAreWithinTheirLimits() {
        assertThat(SampledLine.first(500)).extracting(SampledLine::spec).allSatisfy(line -> {
            assertThat(line.rtt()).isBetween(Duration.ofMillis(1), Duration.ofMillis(600));
            assertThat(line.bitsPerSecond()).isBetween(10_000_000L, 1_000_000_000L);
            assertThat(line.loss()).isBetween(0.0, 0.01);
        });
    }

    @Test
    void sampleHasLinesWithAndWithoutLossAndHeldBuffers() {
        List<SampledLine> lines = SampledLine.first(20);
        assertThat(lines).extracting(SampledLine::holdsBuffers).contains(true, false);
        assertThat(lines).extracting(SampledLine::spec).extracting(LineSpec::loss).contains(0.0)
                .anyMatch(loss -> loss > 1e-3);
    }
}

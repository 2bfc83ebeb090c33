package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gridtorrent.bench.result.Samples;
import org.junit.jupiter.api.Test;

class ThroughputCurveTest {
    private static final StreamSetting FOUR = new StreamSetting(1, 4);
    private static final StreamSetting TWENTY = new StreamSetting(5, 4);
    private static final StreamSetting FORTY = new StreamSetting(10, 4);
    private static final StreamSetting SIXTY_FOUR = new StreamSetting(16, 4);

    private static ThroughputCurve curve(double few, double some, double forty, double most) {
        Map<StreamSetting, Samples> samples = new LinkedHashMap<>();
        samples.put(FOUR, Samples.of(few));
        samples.put(TWENTY, Samples.of(some));
        samples.put(FORTY, Samples.of(forty));
        samples.put(SIXTY_FOUR, Samples.of(most));
        return new ThroughputCurve(samples);
    }

    @Test
    void theBestIsThatOfTheHighestMedianAndNotOfTheHighestValue() {
        ThroughputCurve curve = curve(30, 100, 110, 90);
        curve.at(FOUR).add(500);
        curve.at(FOUR).add(31);
        assertThat(curve.best()).isEqualTo(FORTY);
        assertThat(curve.ranking()).containsExactly(FORTY, TWENTY, SIXTY_FOUR, FOUR);
        assertThat(curve.settings()).containsExactly(FOUR, TWENTY, FORTY, SIXTY_FOUR);
    }

    @Test
    void aCurveThatRisesLosesNothing() {
        assertThat(curve(30, 100, 110, 120).left(40)).isEqualTo(1);
    }

    @Test
    void aFallIsTheLeastAfterTheBestUntilSoManyStreams() {
        assertThat(curve(30, 120, 90, 60).left(40)).isEqualTo(0.75);
        assertThat(curve(30, 120, 90, 60).left(64)).isEqualTo(0.5);
    }

    @Test
    void hasNoValueWhereNothingWasMeasured() {
        assertThatThrownBy(() -> new ThroughputCurve(Map.of()).at(FOUR))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

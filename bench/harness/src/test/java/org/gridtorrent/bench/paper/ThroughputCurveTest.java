package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gridtorrent.bench.result.Samples;
import org.junit.jupiter.api.Test;

class ThroughputCurveTest {
    private static final StreamSetting FEW = new StreamSetting(1, 4);
    private static final StreamSetting SOME = new StreamSetting(5, 4);
    private static final StreamSetting FORTY = new StreamSetting(10, 4);
    private static final StreamSetting MOST = new StreamSetting(16, 4);

    private static ThroughputCurve curve(double few, double some, double forty, double most) {
        Map<StreamSetting, Samples> samples = new LinkedHashMap<>();
        samples.put(FEW, Samples.of(few));
        samples.put(SOME, Samples.of(some));
        samples.put(FORTY, Samples.of(forty));
        samples.put(MOST, Samples.of(most));
        return new ThroughputCurve(samples);
    }

    @Test
    void theBestIsThatOfTheHighestMedianAndNotOfTheHighestValue() {
        ThroughputCurve curve = curve(30, 100, 110, 90);
        curve.at(FEW).add(500);
        curve.at(FEW).add(31);
        assertThat(curve.best()).isEqualTo(FORTY);
        assertThat(curve.ranking()).containsExactly(FORTY, SOME, MOST, FEW);
        assertThat(curve.settings()).containsExactly(FEW, SOME, FORTY, MOST);
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
        assertThatThrownBy(() -> new ThroughputCurve(Map.of()).at(FEW))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ThroughputCurveTest {
    private static final StreamSetting FEW = new StreamSetting(1, 4);
    private static final StreamSetting SOME = new StreamSetting(5, 4);
    private static final StreamSetting FORTY = new StreamSetting(10, 4);
    private static final StreamSetting MOST = new StreamSetting(16, 4);

    private static ThroughputCurve curve(double few, double some, double forty, double most) {
        ThroughputCurve curve = new ThroughputCurve();
        curve.add(FEW, few);
        curve.add(SOME, some);
        curve.add(FORTY, forty);
        curve.add(MOST, most);
        return curve;
    }

    @Test
    void theBestIsThatOfTheHighestMedianAndNotOfTheHighestValue() {
        ThroughputCurve curve = curve(30, 100, 110, 90);
        curve.add(FEW, 500);
        curve.add(FEW, 31);
        assertThat(curve.best()).isEqualTo(FORTY);
        assertThat(curve.ranking()).containsExactly(FORTY, SOME, MOST, FEW);
        assertThat(curve.points()).containsExactly(FEW, SOME, FORTY, MOST);
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
    void whatWasNotMeasuredIsNoZero() {
        assertThatThrownBy(() -> new ThroughputCurve().at(FEW)).isInstanceOf(IllegalArgumentException.class);
    }
}

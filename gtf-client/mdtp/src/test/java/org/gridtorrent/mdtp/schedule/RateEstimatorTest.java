package org.gridtorrent.mdtp.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RateEstimatorTest {
    private static final long MS = 1_000_000;

    private final RateEstimator estimator = new RateEstimator();
    private long nowNs = -5_000 * MS;

    private void receive(double bytesPerSecond, int milliseconds) {
        for (int i = 0; i < milliseconds; i++) {
            nowNs += MS;
            estimator.received((long) (bytesPerSecond / 1000), nowNs);
        }
    }

    @Test
    void measuresASteadyRate() {
        receive(5e6, 100);

        assertThat(estimator.isKnown()).isTrue();
        assertThat(estimator.bytesPerSecond(nowNs)).isCloseTo(5e6, within(1.0));
    }

    @Test
    void isUnknownUntilARoundTripWasMeasured() {
        estimator.roundTrip(300 * MS, true);
        receive(5e6, 290);
        assertThat(estimator.isKnown()).isFalse();

        receive(5e6, 20);
        assertThat(estimator.isKnown()).isTrue();
    }

    @Test
    void leavesOutTimeInWhichTheReplicaOwesNothing() {
        receive(5e6, 500);
        estimator.pause(nowNs);
        nowNs += 10_000 * MS;
        estimator.resume(nowNs);
        receive(5e6, 100);

        assertThat(estimator.bytesPerSecond(nowNs)).isCloseTo(5e6, within(1e5));
    }

    @Test
    void leavesOutBytesThatBeginAnAnswer() {
        estimator.received(1_000_000, nowNs);
        receive(1e6, 100);

        assertThat(estimator.bytesPerSecond(nowNs)).isCloseTo(1e6, within(1.0));
    }

    @Test
    void fallsWhileTheReplicaIsSilent() {
        receive(5e6, 1000);

        nowNs += 200 * MS;
        assertThat(estimator.bytesPerSecond(nowNs)).isCloseTo(5e6 / Math.E, within(1e5));
        nowNs += 2000 * MS;
        assertThat(estimator.bytesPerSecond(nowNs)).isLessThan(1000);
    }

    @Test
    void smoothsOverALongRoundTrip() {
        estimator.roundTrip(1000 * MS, true);
        receive(5e6, 3000);
        receive(0, 200);

        assertThat(estimator.bytesPerSecond(nowNs)).isGreaterThan(3.5e6);
    }

    @Test
    void believesAShorterRoundTripAtOnceAndALongerOneOnlyOfAnEmptyConnection() {
        estimator.roundTrip(100 * MS, true);
        estimator.roundTrip(40 * MS, false);
        assertThat(estimator.rttSeconds(1)).isEqualTo(0.04);

        estimator.roundTrip(200 * MS, false);
        assertThat(estimator.rttSeconds(1)).isEqualTo(0.04);

        estimator.roundTrip(200 * MS, true);
        assertThat(estimator.rttSeconds(1)).isEqualTo(0.06);
    }

    @Test
    void forgetsTheRateAndKeepsTheRoundTrip() {
        estimator.roundTrip(50 * MS, true);
        receive(5e6, 500);

        estimator.forgetRate();

        assertThat(estimator.isKnown()).isFalse();
        assertThat(estimator.bytesPerSecond(nowNs)).isZero();
        assertThat(estimator.rttSeconds(1)).isEqualTo(0.05);
    }
}

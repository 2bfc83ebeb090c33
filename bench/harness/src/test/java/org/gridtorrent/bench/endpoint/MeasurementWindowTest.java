package org.gridtorrent.bench.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class MeasurementWindowTest {
    private static final long MILLI = 1_000_000;
    private static final Offset<Double> A_PER_MILLE = Offset.offset(1.0);

    private final MeasurementWindow window = new MeasurementWindow(2, 5);

    @Test
    void aSteadyFlow_hasItsRate() {
        arrive(0, 10_000, 125_000);
        assertThat(window.received(0).megabitsPerSecond()).isCloseTo(1000, A_PER_MILLE);
        assertThat(window.received(0).totalBytes()).isEqualTo(10_000 * 125_000L);
    }

    @Test
    void theRampUpAndTheEnd_doNotCount() {
        arrive(0, 2_000, 1_000);
        arrive(2_000, 7_001, 125_000);
        arrive(7_001, 9_000, 1_000);
        assertThat(window.received(0).megabitsPerSecond()).isCloseTo(1000, A_PER_MILLE);
    }

    @Test
    void aPauseWithin_countsInFull() {
        arrive(0, 3_000, 125_000);
        arrive(4_000, 9_000, 125_000);
        assertThat(window.received(0).megabitsPerSecond()).isCloseTo(800, A_PER_MILLE);
    }

    @Test
    void isZeroWhereNothingArrivesInTheWindow() {
        assertThat(window.received(0).megabitsPerSecond()).isZero();
        arrive(0, 10, 1_000);
        assertThat(window.received(0).megabitsPerSecond()).isZero();
    }

    @Test
    void isOverWhenItsSecondsAre() {
        arrive(0, 6_999, 1);
        assertThat(window.isOver(6_999 * MILLI)).isFalse();
        assertThat(window.isOver(7_001 * MILLI)).isTrue();
    }

    /** So many bytes each millisecond. */
    private void arrive(int fromMillis, int toMillis, int bytes) {
        for (int milli = fromMillis; milli < toMillis; milli++) {
            window.add(bytes, milli * MILLI);
        }
    }
}

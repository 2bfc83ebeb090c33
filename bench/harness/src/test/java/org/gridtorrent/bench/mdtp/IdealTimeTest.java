package org.gridtorrent.bench.mdtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class IdealTimeTest {
    private static final long MEGABYTE = 1_000_000;
    /** Of slow start, which ends within a segment's time of its own. */
    private static final Offset<Double> NEAR = within(0.005);
    /** So slow that ten segments fill it at once: it brings its rate from the first byte on. */
    private static final ReplicaLine SLOW = ReplicaLine.steady(500_000);

    @Test
    void aLine_connectsAndAsksBeforeItBringsItsRate() {
        assertThat(IdealTime.seconds(5 * MEGABYTE, List.of(SLOW))).isCloseTo(10.04, NEAR);
    }

    @Test
    void linesTogether_bringTheSumOfTheirRates() {
        assertThat(IdealTime.seconds(5 * MEGABYTE, List.of(SLOW, SLOW))).isCloseTo(5.04, NEAR);
    }

    @Test
    void aFastLine_startsWithTenSegmentsAndDoubles() {
        // 14,480 bytes in the first round trip, then 28,960, 57,920, 115,840: its rate from then on.
        ReplicaLine line = ReplicaLine.steady(10 * MEGABYTE);
        long slowStart = 14_480 + 28_960 + 57_920 + 115_840;
        assertThat(IdealTime.seconds(slowStart, List.of(line))).isCloseTo(0.04 + 4 * 0.02, NEAR);
        assertThat(IdealTime.seconds(slowStart + 10 * MEGABYTE, List.of(line)))
                .isCloseTo(1.12, NEAR);
    }

    @Test
    void aDelay_countsInEachRoundTrip() {
        ReplicaLine line = ReplicaLine.steady(20_000).withDelay(Duration.ofMillis(500));
        assertThat(IdealTime.seconds(20_000, List.of(line))).isCloseTo(2.04, NEAR);
    }

    @Test
    void aRateThatChanges_holdsFromThenOn() {
        assertThat(IdealTime.seconds(MEGABYTE, List.of(SLOW.withLater(50_000)), 1.04))
                .isCloseTo(1.04 + 10, NEAR);
        assertThat(IdealTime.seconds(MEGABYTE, List.of(SLOW.withLater(0), SLOW), 0.54))
                .isCloseTo(0.54 + 1, NEAR);
    }

    @Test
    void aFalseReplica_bringsNothing() {
        List<ReplicaLine> base = List.of(SLOW, SLOW, SLOW);
        assertThat(ReplicaCase.FALSE_BYTES.idealSeconds(3 * MEGABYTE, base))
                .isCloseTo(3.04, NEAR);
        assertThat(ReplicaCase.BASE.idealSeconds(3 * MEGABYTE, base)).isCloseTo(2.04, NEAR);
    }

    @Test
    void aReplicaThatEndsHalfway_bringsItsHalf() {
        List<ReplicaLine> base = List.of(SLOW, SLOW, SLOW);
        // Until 1.02 s all three, then two.
        assertThat(ReplicaCase.DEAD.idealSeconds(3 * MEGABYTE, base))
                .isCloseTo(1.02 + (3 - 1.5 * 0.98), NEAR);
        assertThat(ReplicaCase.STALLED.idealSeconds(3 * MEGABYTE, base))
                .isEqualTo(ReplicaCase.DEAD.idealSeconds(3 * MEGABYTE, base));
    }

    @Test
    void eachCase_changesOneLineOfSix() {
        List<ReplicaLine> base = List.of(10L, 20L, 40L, 80L, 160L, 320L).stream()
                .map(rate -> ReplicaLine.steady(rate * 125_000)).toList();
        assertThat(ReplicaCase.DELAYED.lines(base).getLast().rttSeconds()).isEqualTo(0.52);
        assertThat(ReplicaCase.SLOWED.lines(base).getLast().laterBytesPerSecond())
                .isEqualTo(4_000_000);
        assertThat(ReplicaCase.SPED_UP.lines(base).getFirst().laterBytesPerSecond())
                .isEqualTo(12_500_000);
        assertThat(ReplicaCase.ONE_SLOW.lines(base).getFirst().bytesPerSecond())
                .isEqualTo(400_000);
        for (ReplicaCase one : ReplicaCase.values()) {
            assertThat(one.lines(base)).filteredOn(line -> !base.contains(line))
                    .hasSizeLessThanOrEqualTo(1);
        }
    }
}

package org.gridtorrent.bench.link.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.gridtorrent.bench.link.line.HostLine;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

class LineModelTest {
    private static final int MTU = LineSpec.MTU;
    private static final long MTU_NS = 12_000; // at 1 Gb/s
    private static final long ONE_WAY_NS = Duration.ofMillis(15).toNanos();

    private final LineModel model = new LineModel(line(0, 10 * MTU));

    @Test
    void anIdleLine_takesItsTimeForThePacketAndHalfTheRoundTrip() {
        long arrival = arrival(model, 0, MTU, 1_000);
        assertThat(arrival).isEqualTo(1_000 + MTU_NS + ONE_WAY_NS);
        assertThat(model.deliveryNs(1, MTU, arrival)).isEqualTo(arrival + MTU_NS);
    }

    @Test
    void packetsSentAtOnce_leaveOneAfterTheOther() {
        long first = arrival(model, 0, MTU, 0);
        assertThat(arrival(model, 0, MTU, 0)).isEqualTo(first + MTU_NS);
        assertThat(arrival(model, 0, MTU / 2, 0)).isEqualTo(first + MTU_NS * 3 / 2);
    }

    @Test
    void directionsAndHosts_doNotWaitForEachOther() {
        long first = arrival(model, 0, MTU, 0);
        assertThat(arrival(model, 1, MTU, 0)).isEqualTo(first);
        assertThat(arrival(model, 2, MTU, 0)).isEqualTo(first);
    }

    @Test
    void aFullQueue_dropsUntilThereIsRoomAgain() {
        for (int i = 0; i < 10; i++) {
            assertThat(arrival(model, 0, MTU, 0)).isPositive();
        }
        assertThat(arrival(model, 0, MTU, 0)).isEqualTo(LineModel.QUEUE_FULL);
        assertThat(arrival(model, 0, MTU, MTU_NS - 10)).isEqualTo(LineModel.QUEUE_FULL);
        assertThat(arrival(model, 0, MTU, MTU_NS)).isPositive();
    }

    @Test
    void transmitsBetweenTwoLooks() {
        long lookedNs = 0;
        long nowNs = 100 * MTU_NS;
        for (int i = 1; i <= 110; i++) {
            assertThat(model.arrivalNs(0, MTU, lookedNs, nowNs))
                    .isEqualTo(i * MTU_NS + ONE_WAY_NS);
        }
        assertThat(model.arrivalNs(0, MTU, lookedNs, nowNs)).isEqualTo(LineModel.QUEUE_FULL);
    }

    @Test
    void twoSourcesToOneDestination_shareItsLineAndOverflowItsQueue() {
        int delivered = 0;
        long last = 0;
        for (int i = 0; i < 100; i++) {
            long now = i * MTU_NS;
            for (int source = 0; source < 2; source++) {
                long due = model.deliveryNs(2, MTU, arrival(model, source, MTU, now));
                if (due != LineModel.QUEUE_FULL) {
                    assertThat(due).isGreaterThan(last);
                    last = due;
                    delivered++;
                }
            }
        }
        // 100 packets' time, and the ten that wait when it ends.
        assertThat(delivered).isBetween(109, 111);
    }

    @Test
    void aHostWithARateOfItsOwn_isThatSlow() {
        LineModel uneven = withOther(new HostLine(10_000_000, Duration.ZERO, 10 * MTU));
        assertThat(arrival(uneven, 1, MTU, 0)).isEqualTo(100 * MTU_NS);
        assertThat(uneven.deliveryNs(1, MTU, arrival(uneven, 0, MTU, 0)))
                .isEqualTo(101 * MTU_NS);
    }

    @Test
    void aHostWithADelayOfItsOwn_isThatFarInOneDirection() {
        LineModel uneven = withOther(new HostLine(1_000_000_000, Duration.ofMillis(5), 10 * MTU));
        assertThat(arrival(uneven, 1, MTU, 0)).isEqualTo(MTU_NS + 5_000_000);
        assertThat(arrival(uneven, 0, MTU, 0)).isEqualTo(MTU_NS);
    }

    @Test
    void aHostWithABufferOfItsOwn_dropsWhatItDoesNotHold() {
        LineModel uneven = withOther(new HostLine(1_000_000_000, Duration.ZERO, MTU));
        assertThat(arrival(uneven, 1, MTU, 0)).isEqualTo(MTU_NS);
        assertThat(arrival(uneven, 1, MTU, 0)).isEqualTo(LineModel.QUEUE_FULL);
        assertThat(arrival(uneven, 0, MTU, 0)).isPositive();
        assertThat(arrival(uneven, 0, MTU, 0)).isPositive();
    }

    @Test
    void aRateThatChanges_holdsFromTheNextPacketOn() {
        arrival(model, 0, MTU, 0);
        model.setRate(0, 100_000_000);
        assertThat(arrival(model, 0, MTU, 0)).isEqualTo(11 * MTU_NS + ONE_WAY_NS);
        assertThat(model.deliveryNs(0, MTU, 0)).isEqualTo(10 * MTU_NS);
        assertThat(arrival(model, 1, MTU, 0)).isEqualTo(MTU_NS + ONE_WAY_NS);
    }

    /** Two hosts at 1 Gb/s without a round trip, the second one with this line. */
    private static LineModel withOther(HostLine second) {
        return new LineModel(new LineSpec(2, Duration.ZERO, 1_000_000_000, 0, 10 * MTU,
                Map.of(2, second), LineSpec.USUAL_BUNDLE, 1));
    }

    @Test
    void theLottery_takesThePartThatWasAskedForAndTheSameForTheSameSeed() {
        long seed = TestScale.seed("link.seed");
        LineModel once = new LineModel(line(0.01, 1 << 20, seed));
        LineModel again = new LineModel(line(0.01, 1 << 20, seed));
        int lost = 0;
        int different = 0;
        for (int i = 0; i < 1_000_000; i++) {
            long arrival = arrival(once, 0, MTU, i * MTU_NS);
            different += arrival(again, 0, MTU, i * MTU_NS) == arrival ? 0 : 1;
            lost += arrival == LineModel.LOST ? 1 : 0;
        }
        assertThat(different).isZero();
        assertThat(lost).isBetween(9_000, 11_000); // ten standard deviations
    }

    /** Of a packet that is seen when it is sent. */
    private static long arrival(LineModel model, int source, int length, long nowNs) {
        return model.arrivalNs(source, length, nowNs, nowNs);
    }

    private static LineSpec line(double loss, long buffer) {
        return line(loss, buffer, 1);
    }

    private static LineSpec line(double loss, long buffer, long seed) {
        return new LineSpec(3, Duration.ofMillis(30), 1_000_000_000, loss, buffer, Map.of(),
                LineSpec.USUAL_BUNDLE, seed);
    }
}

package org.gridtorrent.bench.link.netem;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.gridtorrent.bench.link.line.HostLine;
import org.gridtorrent.bench.link.line.LineSpec;
import org.junit.jupiter.api.Test;

class NetemQueuesTest {
    @Test
    void theWayFromAHost_losesDelaysAQuarterAndQueuesInBytes() {
        assertThat(new NetemQueues(line(30, 10_000_000, 0.001), 1)
                .up("wan0", OptionalLong.of(6))).containsExactly(
                        "qdisc add dev wan0 root handle 1: stab overhead -14 linklayer ethernet"
                                + " netem limit 3675 delay 7500.000us loss random 0.10000000%"
                                + " seed 6",
                        "qdisc add dev wan0 parent 1:1 handle 2:"
                                + " tbf rate 10000000bit burst 2125 limit 65536");
    }

    @Test
    void theWayToAHost_losesNothing() {
        assertThat(new NetemQueues(line(30, 10_000_000, 0.001), 1).down("host1").getFirst())
                .doesNotContain("loss", "seed").contains("delay 7500.000us");
    }

    @Test
    void aLineThatLosesNothing_hasNoLottery() {
        assertThat(new NetemQueues(line(30, 10_000_000, 0), 1).up("wan0", OptionalLong.of(6)))
                .noneMatch(words -> words.contains("loss") || words.contains("seed"));
    }

    @Test
    void aSmallLoss_keepsItsDigits() {
        assertThat(new NetemQueues(line(30, 10_000_000, 1e-7), 1)
                .up("wan0", OptionalLong.empty()).getFirst())
                .endsWith("loss random 0.00001000%");
    }

    @Test
    void aLineWithoutDelay_stillTakesPacketsOffTheirSender() {
        assertThat(new NetemQueues(line(0, 10_000_000, 0), 1).down("host1").getFirst())
                .contains("delay 1.000us");
    }

    @Test
    void aTimer_mayBeLateByHalfAMillisecond() {
        assertThat(new NetemQueues(line(30, 1_000_000_000, 0), 1).down("host1").getLast())
                .contains("rate 1000000000bit burst 64000");
        assertThat(new NetemQueues(line(30, 1_000_000_000, 0), 2).down("host2").getLast())
                .contains("rate 50000000bit burst 4625");
    }

    @Test
    void aHostsOwnDelay_isOnTheWayFromIt() {
        NetemQueues queues = new NetemQueues(new LineSpec(2, Duration.ofMillis(20), 10_000_000, 0,
                65_536, Map.of(2, new HostLine(10_000_000, Duration.ofMillis(500), 65_536)),
                LineSpec.USUAL_BUNDLE, 1), 2);
        assertThat(queues.up("wan0", OptionalLong.empty()).getFirst())
                .contains("delay 505000.000us");
        assertThat(queues.down("host2").getFirst()).contains("delay 5000.000us");
    }

    @Test
    void aRateThatChanges_keepsTheQueuesLength() {
        assertThat(new NetemQueues(line(30, 10_000_000, 0), 1).changeRate("wan0", 1_000_000))
                .isEqualTo("qdisc change dev wan0 parent 1:1 handle 2:"
                        + " tbf rate 1000000bit burst 1600 limit 65536");
    }

    private static LineSpec line(int rttMillis, long rate, double loss) {
        return LineSpec.of(2, Duration.ofMillis(rttMillis), rate, loss, OptionalLong.empty(),
                Map.of(2, 50_000_000L), 1);
    }
}

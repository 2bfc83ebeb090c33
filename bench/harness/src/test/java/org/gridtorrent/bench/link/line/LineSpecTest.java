package org.gridtorrent.bench.link.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LineSpecTest {
    @Test
    void quantities_areReadAndWrittenAlike() {
        assertThat(LineUnits.bitsPerSecond("1gbit")).isEqualTo(1_000_000_000);
        assertThat(LineUnits.bitsPerSecond("2.5Mbit")).isEqualTo(2_500_000);
        assertThat(LineUnits.rateText(2_500_000)).isEqualTo("2.5mbit");
        assertThat(LineUnits.rateText(1_000_000_000)).isEqualTo("1gbit");
        assertThat(LineUnits.duration("30ms")).isEqualTo(Duration.ofMillis(30));
        assertThat(LineUnits.millisText(Duration.ofMillis(30))).isEqualTo("30ms");
        assertThat(LineUnits.millisText(Duration.ofNanos(1_500_000))).isEqualTo("1.5ms");
        assertThat(LineUnits.loss("0.01%")).isEqualTo(0.0001);
        assertThat(LineUnits.loss("0")).isZero();
        assertThat(LineUnits.lossText(0.0001)).isEqualTo("0.01%");
        assertThat(LineUnits.lossText(0)).isEqualTo("0%");
    }

    @Test
    void refusesWhatIsNoQuantity_withTheText() {
        for (String text : new String[]{"", "fast", "1", "1gb", "-1gbit", "30", "1e9bit",
            "99999999999gbit"}) {
            assertThatThrownBy(() -> LineUnits.bitsPerSecond(text)).hasMessageContaining(text);
            assertThatThrownBy(() -> LineUnits.duration(text)).hasMessageContaining(text);
        }
        for (String text : new String[]{"0.01", "1", "-1%", "%", "x%"}) {
            assertThatThrownBy(() -> LineUnits.loss(text)).hasMessageContaining(text);
        }
    }

    @Test
    void aLineThatCannotBe_isRefusedNamingTheOption() {
        assertRefused(() -> line(1, 30, 1_000_000, 0, 64_000, Map.of()), "--hosts 1");
        assertRefused(() -> line(65, 30, 1_000_000, 0, 64_000, Map.of()), "--hosts 65");
        assertRefused(() -> line(2, 10_001, 1_000_000, 0, 64_000, Map.of()), "--rtt 10001ms");
        assertRefused(() -> line(2, 30, 1_000, 0, 64_000, Map.of()), "--rate 1kbit");
        assertRefused(() -> line(2, 30, 1_000_000, 1, 64_000, Map.of()), "--loss 100%");
        assertRefused(() -> line(2, 30, 1_000_000, 0, 1_000, Map.of()), "--buffer 1000");
        assertRefused(() -> line(2, 30, 1_000_000, 0, 64_000, rate(3, 1_000_000)),
                "--host-rate 3");
        assertRefused(() -> line(2, 30, 1_000_000, 0, 64_000, rate(2, 1)), "--host-rate 2");
        assertRefused(() -> line(2, 30, 1_000_000, 0, 64_000,
                Map.of(2, new HostLine(1_000_000, Duration.ofSeconds(11), 64_000))),
                "--host-delay 2");
        assertRefused(() -> line(2, 30, 1_000_000, 0, 64_000,
                Map.of(2, new HostLine(1_000_000, Duration.ZERO, 1))), "--host-buffer 2");
        assertRefused(() -> line(64, 9_000, 10_000_000_000L, 0, 1 << 30, Map.of()), "memory");
    }

    @Test
    void theBuffer_isOneBandwidthDelayProductUnlessGiven() {
        assertThat(LineSpec.defaultBuffer(1_000_000_000, Duration.ofMillis(30)))
                .isEqualTo(3_750_000);
        assertThat(LineSpec.defaultBuffer(1_000_000, Duration.ZERO)).isEqualTo(65_536);
        assertThat(LineSpec.of(2, Duration.ofMillis(30), 1_000_000, 0, OptionalLong.of(9_000),
                Map.of(), 1).bufferBytes()).isEqualTo(9_000);
    }

    @Test
    void aHostsLine_isTheOthersUnlessGiven() {
        HostLine other = new HostLine(10_000, Duration.ofMillis(500), 9_000);
        LineSpec spec = line(2, 30, 1_000_000, 0, 64_000, Map.of(2, other));
        assertThat(spec.line(1)).isEqualTo(new HostLine(1_000_000, Duration.ZERO, 64_000));
        assertThat(spec.line(2)).isEqualTo(other);
        assertThat(spec.arguments()).containsSubsequence("--host-rate", "2=10kbit",
                "--host-delay", "2=500ms", "--host-buffer", "2=9000");
    }

    private static LineSpec line(int hosts, int rttMillis, long rate, double loss, long buffer,
            Map<Integer, HostLine> lines) {
        return new LineSpec(hosts, Duration.ofMillis(rttMillis), rate, loss, buffer, lines,
                LineSpec.USUAL_BUNDLE, 1);
    }

    private static Map<Integer, HostLine> rate(int host, long bitsPerSecond) {
        return Map.of(host, new HostLine(bitsPerSecond, Duration.ZERO, 64_000));
    }

    private static void assertRefused(Runnable making, String part) {
        assertThatThrownBy(making::run).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(part).hasMessageNotContaining("\n");
    }
}

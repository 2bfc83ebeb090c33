package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeepAliveTest {
    private static final long MS = 1_000_000;

    /** The clock's zero may lie anywhere: System.nanoTime says so. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE + 1, -5 * MS, 0, 5 * MS, Long.MAX_VALUE - 5 * MS})
    void measuresTheRoundTrip_whereverTheClockBegins(long startNs) {
        var pulse = new KeepAlive(SessionTimeouts.DEFAULTS, Duration.ofMillis(80), startNs);
        long number = pulse.ping(startNs);
        assertThat(number).isNotNegative();
        assertThat(pulse.isPingDue(true, startNs + MS)).isFalse();
        pulse.answered(number, startNs + 30 * MS);
        assertThat(pulse.roundTripNanos()).isEqualTo(30 * MS);
        assertThat(pulse.isPingDue(true, startNs + 30 * MS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {-5 * MS, 5 * MS})
    void asksAgain_whenNoAnswerComes(long startNs) {
        var pulse = new KeepAlive(SessionTimeouts.DEFAULTS, Duration.ZERO, startNs);
        pulse.ping(startNs);
        long laterNs = startNs + SessionTimeouts.DEFAULTS.pingAfter().toNanos();
        assertThat(pulse.isPingDue(true, laterNs - 1)).isFalse();
        assertThat(pulse.isPingDue(true, laterNs)).isTrue();
    }
}

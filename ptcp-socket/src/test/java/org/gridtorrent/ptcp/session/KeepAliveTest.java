package org.gridtorrent.ptcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeepAliveTest {
    private static final long MS = 1_000_000;

    /** {@link System#nanoTime} may have any origin. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE + 1, -5 * MS, 0, 5 * MS, Long.MAX_VALUE - 5 * MS})
    void measuresRoundTrip_forAnyOriginOfTheClock(long startNs) {
        var keepAlive = new KeepAlive(SessionTimeouts.DEFAULTS,
                new RttEstimator(Duration.ofMillis(80)), startNs);
        long number = keepAlive.ping(startNs);
        assertThat(number).isNotNegative();
        assertThat(keepAlive.isPingDue(true, startNs + MS)).isFalse();
        keepAlive.pongReceived(number, startNs + 30 * MS);
        assertThat(keepAlive.rtt().roundTripNanos()).isEqualTo(30 * MS);
        assertThat(keepAlive.isPingDue(true, startNs + 30 * MS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {-5 * MS, 5 * MS})
    void pingsAgain_whenNoPongComes(long startNs) {
        var keepAlive = new KeepAlive(SessionTimeouts.DEFAULTS, new RttEstimator(Duration.ZERO),
                startNs);
        keepAlive.ping(startNs);
        long laterNs = startNs + SessionTimeouts.DEFAULTS.pingAfter().toNanos();
        assertThat(keepAlive.isPingDue(true, laterNs - 1)).isFalse();
        assertThat(keepAlive.isPingDue(true, laterNs)).isTrue();
    }
}

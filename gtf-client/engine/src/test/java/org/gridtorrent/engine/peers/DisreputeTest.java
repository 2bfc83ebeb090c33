package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class DisreputeTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final InetAddress HOST = InetAddress.ofLiteral("198.18.0.1");

    private final Disrepute disrepute = new Disrepute();
    private long nowNs = Long.MAX_VALUE - 5 * SECOND_NS; // it wraps around

    private void ban(int times) {
        for (int i = 0; i < times; i++) {
            disrepute.banned(HOST, nowNs);
        }
    }

    private long waitSeconds() {
        long seconds = 0;
        while (disrepute.isShutOut(HOST, nowNs + seconds * SECOND_NS)) {
            seconds++;
        }
        return seconds;
    }

    @Test
    void aFewFalsePeersShutNobodyElseOut() {
        ban(Disrepute.FEW - 1);
        assertThat(disrepute.isShutOut(HOST, nowNs)).isFalse();
        assertThat(disrepute.isSuspect(HOST, nowNs)).isFalse();
    }

    @Test
    void theWaitDoublesToTenMinutes() {
        ban(Disrepute.FEW);
        for (long seconds = 1; seconds < 600; seconds *= 2) {
            assertThat(waitSeconds()).isEqualTo(seconds);
            ban(1);
        }
        assertThat(waitSeconds()).isEqualTo(600);
        ban(100);
        assertThat(waitSeconds()).isEqualTo(600);
        assertThat(disrepute.isShutOut(InetAddress.ofLiteral("198.18.0.2"), nowNs)).isFalse();
    }

    @Test
    void anHourWithoutIsForgotten() {
        ban(10);
        nowNs += 3599 * SECOND_NS;
        assertThat(disrepute.isSuspect(HOST, nowNs)).isTrue();
        nowNs += SECOND_NS;
        assertThat(disrepute.isSuspect(HOST, nowNs)).isFalse();
        ban(1);
        assertThat(disrepute.isSuspect(HOST, nowNs)).isFalse();
    }

    @Test
    void isReportedOnceAMinute_withTheCount() {
        assertThat(disrepute.banned(HOST, nowNs)).isEqualTo(1);
        assertThat(disrepute.banned(HOST, nowNs + 59 * SECOND_NS)).isZero();
        assertThat(disrepute.banned(HOST, nowNs + 60 * SECOND_NS)).isEqualTo(2);
    }

    @Test
    void neighboursByIpv6AreOneHost() {
        InetAddress one = InetAddress.ofLiteral("2001:db8::1");
        assertThat(Disrepute.isSameHost(one, InetAddress.ofLiteral("2001:db8::7:1"))).isTrue();
        assertThat(Disrepute.isSameHost(one, InetAddress.ofLiteral("2001:db8:0:1::1"))).isFalse();
    }

    @Test
    void remembersSoManyHosts_theLatest() {
        ban(Disrepute.FEW);
        for (int i = 0; i < Disrepute.MAX_HOSTS; i++) {
            disrepute.banned(InetAddress.ofLiteral("198.19.%d.%d".formatted(i / 250, i % 250)),
                    nowNs);
        }
        assertThat(disrepute.isSuspect(HOST, nowNs)).isFalse();
    }
}

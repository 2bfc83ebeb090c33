package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class HostBansTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final InetAddress HOST = InetAddress.ofLiteral("198.18.0.1");

    private final HostBans hostBans = new HostBans();
    private long nowNs = Long.MAX_VALUE - 5 * SECOND_NS; // it wraps around

    private void ban(int times) {
        for (int i = 0; i < times; i++) {
            hostBans.banned(HOST, nowNs);
        }
    }

    private long waitSeconds() {
        long seconds = 0;
        while (hostBans.isShutOut(HOST, nowNs + seconds * SECOND_NS)) {
            seconds++;
        }
        return seconds;
    }

    @Test
    void aFewFalsePeersShutNobodyElseOut() {
        ban(HostBans.FEW - 1);
        assertThat(hostBans.isShutOut(HOST, nowNs)).isFalse();
        assertThat(hostBans.isSuspect(HOST, nowNs)).isFalse();
    }

    @Test
    void theWaitDoublesToTenMinutes() {
        ban(HostBans.FEW);
        for (long seconds = 1; seconds < 600; seconds *= 2) {
            assertThat(waitSeconds()).isEqualTo(seconds);
            ban(1);
        }
        assertThat(waitSeconds()).isEqualTo(600);
        ban(100);
        assertThat(waitSeconds()).isEqualTo(600);
        assertThat(hostBans.isShutOut(InetAddress.ofLiteral("198.18.0.2"), nowNs)).isFalse();
    }

    @Test
    void anHourWithoutIsForgotten() {
        ban(10);
        nowNs += 3599 * SECOND_NS;
        assertThat(hostBans.isSuspect(HOST, nowNs)).isTrue();
        nowNs += SECOND_NS;
        assertThat(hostBans.isSuspect(HOST, nowNs)).isFalse();
        ban(1);
        assertThat(hostBans.isSuspect(HOST, nowNs)).isFalse();
    }

    @Test
    void isReportedOnceAMinute_withTheCount() {
        assertThat(hostBans.banned(HOST, nowNs)).isEqualTo(1);
        assertThat(hostBans.banned(HOST, nowNs + 59 * SECOND_NS)).isZero();
        assertThat(hostBans.banned(HOST, nowNs + 60 * SECOND_NS)).isEqualTo(2);
    }

    @Test
    void neighboursByIpv6AreOneHost() {
        InetAddress one = InetAddress.ofLiteral("2001:db8::1");
        assertThat(HostBans.isSameHost(one, InetAddress.ofLiteral("2001:db8::7:1"))).isTrue();
        assertThat(HostBans.isSameHost(one, InetAddress.ofLiteral("2001:db8:0:1::1"))).isFalse();
    }

    @Test
    void remembersSoManyHosts_theLatest() {
        ban(HostBans.FEW);
        for (int i = 0; i < HostBans.MAX_HOSTS; i++) {
            hostBans.banned(InetAddress.ofLiteral("198.19.%d.%d".formatted(i / 250, i % 250)),
                    nowNs);
        }
        assertThat(hostBans.isSuspect(HOST, nowNs)).isFalse();
    }
}

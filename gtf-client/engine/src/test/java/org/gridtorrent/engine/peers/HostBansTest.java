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
            hostBans.recordBan(HOST, nowNs);
        }
    }

    private long waitSeconds() {
        long seconds = 0;
        while (hostBans.isBlocked(HOST, nowNs + seconds * SECOND_NS)) {
            seconds++;
        }
        return seconds;
    }

    @Test
    void fewBansDoNotBlockHost() {
        ban(HostBans.MIN_BANS - 1);
        assertThat(hostBans.isBlocked(HOST, nowNs)).isFalse();
        assertThat(hostBans.isRestricted(HOST, nowNs)).isFalse();
    }

    @Test
    void blockDoublesUpToTenMinutes() {
        ban(HostBans.MIN_BANS);
        for (long seconds = 1; seconds < 600; seconds *= 2) {
            assertThat(waitSeconds()).isEqualTo(seconds);
            ban(1);
        }
        assertThat(waitSeconds()).isEqualTo(600);
        ban(100);
        assertThat(waitSeconds()).isEqualTo(600);
        assertThat(hostBans.isBlocked(InetAddress.ofLiteral("198.18.0.2"), nowNs)).isFalse();
    }

    @Test
    void forgetsHostAfterAnHour() {
        ban(10);
        nowNs += 3599 * SECOND_NS;
        assertThat(hostBans.isRestricted(HOST, nowNs)).isTrue();
        nowNs += SECOND_NS;
        assertThat(hostBans.isRestricted(HOST, nowNs)).isFalse();
        ban(1);
        assertThat(hostBans.isRestricted(HOST, nowNs)).isFalse();
    }

    @Test
    void reportsCountOncePerMinute() {
        assertThat(hostBans.recordBan(HOST, nowNs)).isEqualTo(1);
        assertThat(hostBans.recordBan(HOST, nowNs + 59 * SECOND_NS)).isZero();
        assertThat(hostBans.recordBan(HOST, nowNs + 60 * SECOND_NS)).isEqualTo(2);
    }

    @Test
    void neighboursByIpv6AreOneHost() {
        InetAddress one = InetAddress.ofLiteral("2001:db8::1");
        assertThat(HostBans.isSameHost(one, InetAddress.ofLiteral("2001:db8::7:1"))).isTrue();
        assertThat(HostBans.isSameHost(one, InetAddress.ofLiteral("2001:db8:0:1::1"))).isFalse();
    }

    @Test
    void keepsLatestHostsUpToLimit() {
        ban(HostBans.MIN_BANS);
        for (int i = 0; i < HostBans.MAX_HOSTS; i++) {
            hostBans.recordBan(InetAddress.ofLiteral("198.19.%d.%d".formatted(i / 250, i % 250)),
                    nowNs);
        }
        assertThat(hostBans.isRestricted(HOST, nowNs)).isFalse();
    }
}

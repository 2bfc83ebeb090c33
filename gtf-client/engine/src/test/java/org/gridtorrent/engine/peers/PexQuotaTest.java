package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class PexQuotaTest {
    private final PexQuota pexQuota = new PexQuota();

    private static InetAddress address(int number) {
        return InetAddress.ofLiteral("198.18.%d.%d".formatted(number / 250, number % 250));
    }

    @Test
    void limitsAddressesOfOneSource() {
        for (int i = 0; i < PexQuota.MAX_OF_SOURCE; i++) {
            assertThat(pexQuota.take(1, address(i))).isTrue();
        }
        assertThat(pexQuota.take(1, address(999))).isFalse();
        assertThat(pexQuota.take(2, address(999))).isTrue();
        pexQuota.release(1, address(0));
        assertThat(pexQuota.take(1, address(998))).isTrue();
    }

    @Test
    void limitsAddressesInTotal() {
        for (int i = 0; i < PexQuota.MAX_TOTAL; i++) {
            assertThat(pexQuota.take(i, address(i))).isTrue();
        }
        assertThat(pexQuota.take(9999, address(9999))).isFalse();
        pexQuota.clear();
        assertThat(pexQuota.take(9999, address(9999))).isTrue();
    }

    @Test
    void limitsPortsOfOneHost() {
        for (int i = 0; i < PexQuota.MAX_PORTS; i++) {
            assertThat(pexQuota.take(i, address(7))).isTrue();
        }
        assertThat(pexQuota.take(99, address(7))).isFalse();
        pexQuota.release(2, address(7));
        assertThat(pexQuota.take(99, address(7))).isTrue();
    }
}

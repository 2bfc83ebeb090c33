package org.gridtorrent.tracker.announce;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class ConnectionIdsTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("198.18.0.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("198.18.0.2");

    private Instant now = Instant.parse("2026-05-01T12:00:59Z");
    private final ConnectionIds ids = ids(1);

    private ConnectionIds ids(int key) {
        return new ConnectionIds(new SecretKeySpec(new byte[]{(byte) key}, "HmacSHA256"),
                () -> now);
    }

    @Test
    void id_isGoodForItsAddressAloneAndForAMinuteAtLeast() {
        long id = ids.idFor(ONE);
        assertThat(ids.isOf(id, ONE)).isTrue();
        assertThat(ids.isOf(id, OTHER)).isFalse();
        assertThat(ids.isOf(id + 1, ONE)).isFalse();
        now = now.plus(Duration.ofSeconds(60));
        assertThat(ids.isOf(id, ONE)).isTrue();
        now = now.plus(Duration.ofSeconds(60));
        assertThat(ids.isOf(id, ONE)).isFalse();
    }

    @Test
    void id_isGoodAtEveryNodeOfTheSiteAndAtNoOther() {
        long id = ids.idFor(ONE);
        assertThat(ids(1).isOf(id, ONE)).isTrue();
        assertThat(ids(2).isOf(id, ONE)).isFalse();
    }
}

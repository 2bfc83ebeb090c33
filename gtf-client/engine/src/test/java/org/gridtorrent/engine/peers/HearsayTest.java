package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class HearsayTest {
    private final Hearsay hearsay = new Hearsay();

    private static InetAddress address(int number) {
        return InetAddress.ofLiteral("198.18.%d.%d".formatted(number / 250, number % 250));
    }

    @Test
    void oneInformantBringsNoMoreThanItsShare() {
        for (int i = 0; i < Hearsay.MAX_OF_INFORMANT; i++) {
            assertThat(hearsay.take(1, address(i))).isTrue();
        }
        assertThat(hearsay.take(1, address(999))).isFalse();
        assertThat(hearsay.take(2, address(999))).isTrue();
        hearsay.release(1, address(0));
        assertThat(hearsay.take(1, address(998))).isTrue();
    }

    @Test
    void allTogetherBringNoMoreThanThereIsRoomFor() {
        for (int i = 0; i < Hearsay.MAX; i++) {
            assertThat(hearsay.take(i, address(i))).isTrue();
        }
        assertThat(hearsay.take(9999, address(9999))).isFalse();
        hearsay.clear();
        assertThat(hearsay.take(9999, address(9999))).isTrue();
    }

    @Test
    void ofOneAddressAFewPortsCount_whoeverTellsOfThem() {
        for (int i = 0; i < Hearsay.MAX_PORTS; i++) {
            assertThat(hearsay.take(i, address(7))).isTrue();
        }
        assertThat(hearsay.take(99, address(7))).isFalse();
        hearsay.release(2, address(7));
        assertThat(hearsay.take(99, address(7))).isTrue();
    }
}

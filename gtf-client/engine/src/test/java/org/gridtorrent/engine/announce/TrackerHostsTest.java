package org.gridtorrent.engine.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.engine.announce.Samples.SECOND_NS;

import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;

final class TrackerHostsTest {
    private static final URI ONE = URI.create("http://a.invalid/x/announce");
    private static final URI SAME = URI.create("http://A.invalid/y/announce");
    private static final URI OTHER = URI.create("http://b.invalid/announce");

    private final TrackerHosts hosts = new TrackerHosts();

    @Test
    void hostHasSixteenOutstandingRequestsAtMost() {
        for (int i = 0; i < 16; i++) {
            assertThat(hosts.isBusy(SAME)).isFalse();
            hosts.requestSent(ONE);
        }
        assertThat(hosts.isBusy(SAME)).isTrue();
        assertThat(hosts.isBusy(OTHER)).isFalse();
        hosts.responded(SAME);
        assertThat(hosts.isBusy(ONE)).isFalse();
    }

    @Test
    void silentHostFailsAllTorrents() {
        for (int i = 0; i < 16; i++) {
            hosts.requestSent(ONE);
        }
        for (int i = 0; i < 16; i++) {
            hosts.failed(ONE, new IOException("silent"), 0);
        }
        assertThat(hosts.failure(SAME, 2 * SECOND_NS).orElseThrow()).hasMessage("silent");
        assertThat(hosts.failure(OTHER, 0)).isEmpty();
        assertThat(hosts.failure(SAME, 5 * SECOND_NS / 2)).isEmpty();
    }

    @Test
    void backoffDoublesUntilTheHostResponds() {
        long nowNs = 0;
        for (long tenths : new long[]{25, 50, 100, 200, 400, 800, 1500, 1500}) {
            hosts.requestSent(ONE);
            hosts.failed(ONE, new IOException("silent"), nowNs);
            nowNs += tenths * SECOND_NS / 10;
            assertThat(hosts.failure(ONE, nowNs - 1)).isPresent();
            assertThat(hosts.failure(ONE, nowNs)).isEmpty();
        }
        hosts.requestSent(ONE);
        hosts.responded(ONE);
        hosts.requestSent(ONE);
        hosts.failed(ONE, new IOException("silent"), nowNs);
        assertThat(hosts.failure(ONE, nowNs + 5 * SECOND_NS / 2)).isEmpty();
    }
}

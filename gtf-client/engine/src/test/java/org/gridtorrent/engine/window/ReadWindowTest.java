package org.gridtorrent.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadWindowTest {
    private static final int BLOCK = 16 * 1024;
    private static final long MS = 1_000_000;
    private static final long RTT_NS = 600 * MS;
    private static final long MEBIBYTE = 1L << 20;

    private final ReadWindow window = new ReadWindow(64 * MEBIBYTE);
    private long nowNs = -5_000 * MS;

    /** Blocks arrive at a rate (bytes a second) for some time. */
    private void receive(long rate, long durationNs) {
        long endNs = nowNs + durationNs;
        while (nowNs < endNs) {
            nowNs += BLOCK * 1_000_000_000L / rate;
            window.received(BLOCK, RTT_NS, nowNs);
        }
    }

    private void fill() {
        window.requested(window.length());
    }

    @Test
    void beginsWithFourMebibytes() {
        assertThat(window.length()).isEqualTo(4 * MEBIBYTE);
        assertThat(window.room(0)).isEqualTo(4 * MEBIBYTE);
        assertThat(window.room(4 * MEBIBYTE)).isZero();
    }

    @Test
    void exceedsWhatArrivesInARoundTrip_byLessOnceTheLineIsFull() {
        fill();
        receive(12_500_000, 2 * RTT_NS - 10 * MS);
        assertThat(window.length()).isBetween(13_000_000L, 13_300_000L);
        receive(12_500_000, 2 * RTT_NS);
        assertThat(window.length()).isBetween(11_200_000L, 11_300_000L);
        receive(500_000_000, 4 * RTT_NS);
        assertThat(window.length()).isEqualTo(64 * MEBIBYTE);
    }

    @Test
    void growsBeforeTheRoundIsOver() {
        fill();
        receive(125_000_000, 100 * MS);
        assertThat(window.length()).isGreaterThan(18_000_000);
    }

    @Test
    void doesNotGrowByWhatALossHeldUp() {
        fill();
        receive(12_500_000, 4 * RTT_NS);
        long before = window.length();
        nowNs += 3_000 * MS;
        for (int i = 0; i < before / BLOCK; i++) {
            window.received(BLOCK, 3_600 * MS, nowNs);
        }
        assertThat(window.length()).isEqualTo(before);
    }

    @Test
    void staysAsItIs_whileLittleIsRequested_andInPauses() {
        fill();
        receive(12_500_000, 4 * RTT_NS);
        long before = window.length();
        window.requested(BLOCK);
        receive(100_000, 40 * RTT_NS);
        nowNs += 3_600_000 * MS;
        receive(100_000, 2 * RTT_NS);
        assertThat(window.length()).isBetween(before - 2 * BLOCK, before);
    }

    @Test
    void shrinksTenRoundsAfterTheLineBecameSlow() {
        fill();
        receive(12_500_000, 4 * RTT_NS);
        receive(6_250_000, 5 * RTT_NS);
        assertThat(window.length()).isGreaterThan(11_200_000L);
        receive(6_250_000, 8 * RTT_NS);
        assertThat(window.length()).isBetween(5_500_000L, 5_800_000L);
    }

    @Test
    void collapses_andGrowsAgain() {
        window.collapse();
        assertThat(window.length()).isEqualTo(4L * BLOCK);
        window.received(BLOCK, RTT_NS, nowNs);
        assertThat(window.length()).isEqualTo(4 * MEBIBYTE);
    }

    @Test
    void staysWithinWhatThePeerLetsWait() {
        ReadWindow small = new ReadWindow(10L * BLOCK);
        assertThat(small.length()).isEqualTo(10L * BLOCK);
        small.setMax(64 * MEBIBYTE);
        assertThat(small.length()).isEqualTo(4 * MEBIBYTE);
    }
}

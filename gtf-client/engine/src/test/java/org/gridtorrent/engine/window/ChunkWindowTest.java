package org.gridtorrent.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ChunkWindowTest {
    private static final int BLOCK = 16 * 1024;
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long HOUR = 3_600 * SECOND;
    private static final long MEGABYTE = 1_000_000;
    private static final long MAX = 64L << 20;

    private final ChunkWindow window = new ChunkWindow(MAX, 8L << 20);

    private void adjust(long rate, long timeLeftNs) {
        window.received(BLOCK, 100 * MS, 0);
        window.adjust(rate, BLOCK, timeLeftNs);
    }

    @Test
    void firstChunkIsGiven_andTheNextIsRequestedWhenHalfOfItHasArrived() {
        assertThat(window.room(0)).isEqualTo(8L << 20);
        assertThat(window.room((4L << 20) + 1)).isZero();
        assertThat(window.room(4L << 20)).isEqualTo(8L << 20);
        assertThat(new ChunkWindow(MAX, 1).room(0)).isEqualTo(16L * BLOCK);
    }

    @Test
    void rateSaysNothingBeforeTheFirstByte() {
        window.adjust(0, BLOCK, HOUR);
        assertThat(window.room(0)).isEqualTo(8L << 20);
    }

    @Test
    void chunkIsFourSecondsLong_andLessWhenLittleTimeIsLeft() {
        adjust(MEGABYTE, HOUR);
        assertThat(window.room(0)).isEqualTo(4 * MEGABYTE);
        adjust(MEGABYTE, 8 * SECOND);
        assertThat(window.room(0)).isEqualTo(2 * MEGABYTE);
        adjust(MEGABYTE, 3 * SECOND);
        assertThat(window.room(0)).isEqualTo(MEGABYTE);
        adjust(MEGABYTE, SECOND);
        assertThat(window.room(0)).isEqualTo(MEGABYTE / 2);
        adjust(10 * MEGABYTE, 50 * MS);
        assertThat(window.room(0)).isEqualTo(MEGABYTE);
    }

    @Test
    void chunkStaysWithinItsBounds() {
        adjust(1_000 * MEGABYTE, HOUR);
        assertThat(window.room(0)).isEqualTo(MAX);
        adjust(1, HOUR);
        assertThat(window.room(0)).isEqualTo(16L * BLOCK);
        window.setMax(10);
        assertThat(window.room(0)).isEqualTo(10);
    }

    @Test
    void nextChunkIsRequestedTwoRoundTripsBeforeTheLastIsThrough() {
        adjust(10 * MEGABYTE, HOUR);
        assertThat(window.room(2_500_000)).isEqualTo(40 * MEGABYTE);
        assertThat(window.room(2_500_001)).isZero();
    }

    @Test
    void slowedSeedKeepsWhatItBringsInTheTimeLeft_onceItsRateIsKnown() {
        for (int i = 0; i < 7; i++) {
            adjust(MEGABYTE, HOUR);
            assertThat(window.keep()).isEqualTo(Long.MAX_VALUE);
        }
        adjust(MEGABYTE, HOUR);
        assertThat(window.keep()).isEqualTo(8 * MEGABYTE);
        adjust(MEGABYTE, 3 * SECOND);
        assertThat(window.keep()).isEqualTo(3 * MEGABYTE);
        adjust(MEGABYTE, 10 * MS);
        assertThat(window.keep()).isEqualTo(MEGABYTE);
        adjust(0, HOUR);
        assertThat(window.keep()).isEqualTo(16L * BLOCK);
    }

    @Test
    void collapsedWindowAsksForLittle() {
        window.collapse();
        assertThat(window.room(0)).isEqualTo(16L * BLOCK);
        assertThat(window.room(1)).isZero();
    }
}

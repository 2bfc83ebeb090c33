package org.gridtorrent.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlockWindowTest {
    private static final int BLOCK = 16 * 1024;
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long MEGABYTE = 1_000_000;

    private final BlockWindow window = new BlockWindow(64L << 20);

    private static void fill(BlockWindow window) {
        window.requested(window.length());
    }

    @Test
    void growsByWhatArrives_untilBlocksWaitAtThePeer() {
        long before = window.length();
        fill(window);
        for (int i = 0; i < 100; i++) {
            window.received(BLOCK, 30 * MS, 0);
        }
        assertThat(window.length()).isEqualTo(before + 100L * BLOCK);
        window.received(BLOCK, 291 * MS, 0);
        window.received(BLOCK, 30 * MS, 0);
        assertThat(window.length()).isEqualTo(before + 100L * BLOCK);
    }

    @Test
    void doesNotGrow_whileLessThanItIsAskedFor() {
        long before = window.length();
        window.requested(before - BLOCK);
        window.received(BLOCK, 30 * MS, 0);
        assertThat(window.length()).isEqualTo(before);
        window.requested(before - BLOCK + 1);
        window.received(BLOCK, 30 * MS, 0);
        assertThat(window.length()).isEqualTo(before + BLOCK);
    }

    @Test
    void keepsNoMoreThanItsRateNeeds_whenLessThanItIsAskedFor_butWhatItBeganWith() {
        long before = window.length();
        fill(window);
        for (int i = 0; i < 1000; i++) {
            window.received(BLOCK, 30 * MS, 0);
        }
        window.requested(BLOCK);
        window.adjust(10 * MEGABYTE, BLOCK, SECOND);
        assertThat(window.length()).isEqualTo(2_900_000);
        window.adjust(100 * MEGABYTE, BLOCK, SECOND);
        assertThat(window.length()).isEqualTo(2_900_000);
        window.adjust(1, BLOCK, SECOND);
        assertThat(window.length()).isEqualTo(before);
    }

    @Test
    void thenItIsTheRateTimesThreeShortestDelays_aQueue_andFiveForWhatIsSentAgain() {
        window.received(BLOCK, 30 * MS, 0);
        window.received(BLOCK, 500 * MS, 0);
        window.adjust(100 * MEGABYTE, BLOCK, SECOND);
        assertThat(window.length()).isEqualTo(29 * MEGABYTE);
        window.adjust(MEGABYTE, BLOCK, SECOND);
        assertThat(window.length()).isEqualTo(290_000);
    }

    @Test
    void waitsNoLongerForWhatIsSentAgain_thanLinuxDoesAtFirst() {
        window.received(BLOCK, 100 * MS, 0);
        window.received(BLOCK, 1_000 * MS, 0);
        window.adjust(MEGABYTE, BLOCK, SECOND);
        assertThat(window.length()).isEqualTo(550_000);
    }

    @Test
    void aRateSaysNothing_whileTheWindowStillGrows() {
        long before = window.length();
        fill(window);
        window.adjust(MEGABYTE, BLOCK, SECOND);
        assertThat(window.length()).isEqualTo(before);
    }

    @Test
    void staysWithinWhatThePeerLetsWait_andAFewBlocks() {
        BlockWindow small = new BlockWindow(10L * BLOCK);
        fill(small);
        for (int i = 0; i < 100; i++) {
            small.received(BLOCK, 30 * MS, 0);
        }
        assertThat(small.length()).isEqualTo(10L * BLOCK);
        small.received(BLOCK, 500 * MS, 0);
        small.adjust(1, BLOCK, SECOND);
        assertThat(small.length()).isEqualTo(4L * BLOCK);
    }

    @Test
    void collapses_andGrowsAgainFromThere() {
        window.received(BLOCK, 500 * MS, 0);
        window.collapse();
        assertThat(window.length()).isEqualTo(4L * BLOCK);
        fill(window);
        window.received(BLOCK, 30 * MS, 0);
        assertThat(window.length()).isEqualTo(5L * BLOCK);
    }

    @Test
    void staysAsItIs_whileNothingIsRequested() {
        window.received(BLOCK, 30 * MS, 0);
        window.received(BLOCK, 500 * MS, 0);
        window.adjust(100 * MEGABYTE, BLOCK, SECOND);
        window.adjust(0, 0, SECOND);
        assertThat(window.length()).isEqualTo(29 * MEGABYTE);
        window.adjust(0, BLOCK, SECOND);
        assertThat(window.length()).isEqualTo(4L * BLOCK);
    }
}

package org.gridtorrent.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecondHalfTimerTest {
    private static final long SECOND = 1_000_000_000L;

    private final SecondHalfTimer halves = new SecondHalfTimer(1000, 10 * SECOND);

    @Test
    void secondHalfBeginsWhenHalfIsSeen() {
        halves.onProgress(499, 12 * SECOND);
        halves.onProgress(510, 13 * SECOND);
        halves.onProgress(700, 14 * SECOND);
        halves.onProgress(1000, 15 * SECOND);
        assertThat(halves.end(7, 16 * SECOND)).isEqualTo(new FetchResult(6, 490, 3, 7));
    }

    @Test
    void halfThatIsNeverSeenMakesAllTheSecondHalf() {
        halves.onProgress(200, 11 * SECOND);
        halves.onProgress(1000, 12 * SECOND);
        assertThat(halves.end(0, 12 * SECOND)).isEqualTo(new FetchResult(2, 1000, 2, 0));
    }
}

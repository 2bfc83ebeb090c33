package org.gridtorrent.bench.mdtp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaperChunksTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MEGABYTE = 1_000_000;

    private final PaperChunks chunks = new PaperChunks(3, 4 * MEGABYTE, 40 * MEGABYTE);

    @Test
    void theFirstChunkOfEach_isTheInitialOne() {
        assertThat(chunks.next(0)).isEqualTo(4 * MEGABYTE);
        chunks.completed(0, 4 * MEGABYTE, SECOND_NS);
        assertThat(chunks.next(1)).isEqualTo(4 * MEGABYTE);
    }

    @Test
    void theFastest_getsTheLargeChunk_andOthersWhatTakesThemAsLong() {
        chunks.completed(0, 4 * MEGABYTE, SECOND_NS);
        chunks.completed(1, 4 * MEGABYTE, 2 * SECOND_NS);
        chunks.completed(2, 4 * MEGABYTE, 8 * SECOND_NS);
        assertThat(chunks.next(0)).isEqualTo(40 * MEGABYTE);
        assertThat(chunks.next(1)).isEqualTo(20 * MEGABYTE);
        assertThat(chunks.next(2)).isEqualTo(5 * MEGABYTE);
    }

    @Test
    void throughput_isRenewedWithEveryChunk() {
        chunks.completed(0, 4 * MEGABYTE, SECOND_NS);
        chunks.completed(1, 4 * MEGABYTE, SECOND_NS);
        chunks.completed(0, 40 * MEGABYTE, 100 * SECOND_NS);
        assertThat(chunks.next(0)).isEqualTo(4 * MEGABYTE);
        assertThat(chunks.next(1)).isEqualTo(40 * MEGABYTE);
    }

    @Test
    void aChunk_holdsAByteAtLeast() {
        chunks.completed(0, 4 * MEGABYTE, 1);
        chunks.completed(1, 1, 1_000 * SECOND_NS);
        assertThat(chunks.next(1)).isEqualTo(1);
    }
}

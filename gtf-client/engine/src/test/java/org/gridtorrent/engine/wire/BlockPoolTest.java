package org.gridtorrent.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.gridtorrent.engine.piece.PieceLayout;
import org.junit.jupiter.api.Test;

class BlockPoolTest {
    private static final int LENGTH = PieceLayout.BLOCK_LENGTH;
    private final BlockPool pool = new BlockPool();
    private final byte[] from = new byte[3 * LENGTH];

    @Test
    void releasedArrayIsReused() {
        byte[] first = pool.copyOf(from, 0, LENGTH);
        pool.release(first);
        from[LENGTH + 1] = 7;
        byte[] second = pool.copyOf(from, LENGTH, LENGTH);
        assertThat(second).isSameAs(first);
        assertThat(second[1]).isEqualTo((byte) 7);
    }

    @Test
    void arrayInUseIsNotReused() {
        byte[] first = pool.copyOf(from, 0, LENGTH);
        assertThat(pool.copyOf(from, 0, LENGTH)).isNotSameAs(first);
    }

    @Test
    void blocksOfAnotherLengthAreNotPooled() {
        pool.release(new byte[LENGTH]);
        byte[] last = pool.copyOf(from, 5, 9);
        pool.release(last);
        assertThat(last).hasSize(9);
        assertThat(pool.copyOf(from, 0, LENGTH)).hasSize(LENGTH);
    }
}

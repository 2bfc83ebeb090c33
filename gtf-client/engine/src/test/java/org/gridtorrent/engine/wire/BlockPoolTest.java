package org.gridtorrent.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.gridtorrent.engine.piece.PieceLayout;
import org.junit.jupiter.api.Test;

class BlockPoolTest {
    private static final int LENGTH = PieceLayout.BLOCK_LENGTH;
    private final BlockPool arrays = new BlockPool();
    private final byte[] from = new byte[3 * LENGTH];

    @Test
    void whatIsGivenBackIsUsedAgainForOtherBytes() {
        byte[] first = arrays.copy(from, 0, LENGTH);
        arrays.give(first);
        from[LENGTH + 1] = 7;
        byte[] second = arrays.copy(from, LENGTH, LENGTH);
        assertThat(second).isSameAs(first);
        assertThat(second[1]).isEqualTo((byte) 7);
    }

    @Test
    void whatIsNotGivenBackIsNotUsedForOthers() {
        byte[] first = arrays.copy(from, 0, LENGTH);
        assertThat(arrays.copy(from, 0, LENGTH)).isNotSameAs(first);
    }

    @Test
    void blocksOfAnotherLengthHaveArraysOfTheirOwn() {
        arrays.give(new byte[LENGTH]);
        byte[] last = arrays.copy(from, 5, 9);
        arrays.give(last);
        assertThat(last).hasSize(9);
        assertThat(arrays.copy(from, 0, LENGTH)).hasSize(LENGTH);
    }
}

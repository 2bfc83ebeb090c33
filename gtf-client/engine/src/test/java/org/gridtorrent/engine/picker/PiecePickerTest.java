package org.gridtorrent.engine.picker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.junit.jupiter.api.Test;

final class PiecePickerTest {
    private static final int PIECE = 64 * 1024;
    private static final PieceLayout LAYOUT = new PieceLayout(10L * PIECE, PIECE);
    private final Bitfield all = Bitfield.full(10);
    private final PiecePicker picker = new PiecePicker(LAYOUT, new Bitfield(10),
            new SplittableRandom(7));

    private static Bitfield pieces(int... indices) {
        Bitfield pieces = new Bitfield(10);
        for (int index : indices) {
            pieces.set(index);
        }
        return pieces;
    }

    @Test
    void picksRarestPieceFirst() {
        picker.peerJoined(pieces(0, 1, 2, 3, 4, 5, 6, 8, 9));
        assertThat(picker.pick(0, all, PIECE, true)).hasSize(4)
                .allMatch(block -> block.piece() == 7);
    }

    @Test
    void finishesWhatIsBegunBeforeBeginning() {
        int begun = picker.pick(0, all, 16384, true).getFirst().piece();
        assertThat(picker.pick(1, all, 3 * 16384, true)).hasSize(3)
                .allMatch(block -> block.piece() == begun);
    }

    @Test
    void picksOnlyWhatThePeerHas() {
        assertThat(picker.pick(0, pieces(4), Long.MAX_VALUE, true)).hasSize(4)
                .allMatch(block -> block.piece() == 4);
    }

    @Test
    void picksEveryBlockOnce() {
        List<Block> blocks = picker.pick(0, all, Long.MAX_VALUE, true);
        assertThat(new HashSet<>(blocks)).hasSize(40);
    }

    @Test
    void asksASecondPeerWhenNothingIsLeftUnasked() {
        picker.pick(0, all, Long.MAX_VALUE, true);
        List<Block> late = picker.pickLate(1, all, 16384);
        assertThat(late).hasSize(1);
        assertThat(picker.received(1, late.getFirst()).askedToo()).containsExactly(0);
        assertThat(picker.received(0, late.getFirst()).wanted()).isFalse();
    }

    @Test
    void asksNobodyTwiceWhileABlockIsUnasked() {
        picker.pick(0, all, 39 * 16384, true);
        assertThat(picker.pickLate(1, all, 16384)).isEmpty();
    }

    @Test
    void asksForNoMoreLateBlocksThanAreWanted() {
        picker.pick(0, all, Long.MAX_VALUE, true);
        assertThat(picker.pickLate(1, all, 3 * 16384)).hasSize(3);
    }

    @Test
    void releasedBlocksGoToOthers() {
        List<Block> blocks = picker.pick(0, pieces(4), Long.MAX_VALUE, true);
        blocks.forEach(block -> picker.release(0, block));
        assertThat(picker.pick(1, pieces(4), Long.MAX_VALUE, true))
                .containsExactlyElementsOf(blocks);
    }

    @Test
    void aPieceThatFailedComesFromOnePeerAlone() {
        picker.pick(0, pieces(4), 2 * 16384, true).forEach(block -> picker.received(0, block));
        picker.pick(1, pieces(4), 2 * 16384, true).forEach(block -> picker.received(1, block));
        assertThat(picker.sources(4)).isEqualTo(Set.of(0, 1));
        picker.failed(4);
        assertThat(picker.pick(0, pieces(4), 16384, true)).hasSize(1);
        assertThat(picker.pick(1, pieces(4), Long.MAX_VALUE, true)).isEmpty();
        assertThat(picker.abandonExclusive(0)).containsExactly(4);
        assertThat(picker.pick(1, pieces(4), Long.MAX_VALUE, true)).hasSize(4);
    }
}

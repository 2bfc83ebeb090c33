package org.gridtorrent.engine.piece;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

class PieceLayoutTest {
    @Test
    void blocksTileTheContent() {
        long seed = TestScale.seed("engine.seed");
        var random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            int pieceLength = 1 << (14 + random.nextInt(5));
            var layout = new PieceLayout(1 + random.nextInt(2_000_000), pieceLength);
            long position = 0;
            for (int piece = 0; piece < layout.pieceCount(); piece++) {
                for (int n = 0; n < layout.blockCount(piece); n++) {
                    Block block = layout.block(piece, n);
                    assertThat(layout.offset(block)).as("seed %d", seed).isEqualTo(position);
                    assertThat(layout.isAligned(block)).isTrue();
                    assertThat(layout.blockIndex(block)).isEqualTo(n);
                    position += block.length();
                }
            }
            assertThat(position).isEqualTo(layout.totalLength());
        }
    }

    @Test
    void offsetsBeyondFourGibibytesAreExact() {
        var layout = new PieceLayout(1L << 45, 1 << 24);
        assertThat(layout.pieceCount()).isEqualTo(1 << 21);
        assertThat(layout.pieceOffset((1 << 21) - 1)).isEqualTo((1L << 45) - (1 << 24));
        assertThat(layout.pieceAt((1L << 45) - 1)).isEqualTo((1 << 21) - 1);
    }

    @Test
    void indexOutOfRangeIsRefused() {
        var layout = new PieceLayout(100_000, 1 << 15);
        assertThat(layout.contains(new Block(3, 0, 1696))).isTrue();
        assertThat(layout.contains(new Block(3, 0, 1697))).isFalse();
        assertThat(layout.contains(new Block(4, 0, 1))).isFalse();
        assertThat(layout.contains(new Block(0, Integer.MAX_VALUE, Integer.MAX_VALUE))).isFalse();
        assertThat(layout.isAligned(new Block(0, 1, 16_384))).isFalse();
        assertThatThrownBy(() -> layout.pieceLength(4)).hasMessageContaining("4");
        assertThatThrownBy(() -> layout.block(0, 2)).hasMessageContaining("2");
        assertThatThrownBy(() -> new Block(0, -1, 1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new Block(0, 0, 0)).hasMessageContaining("0");
    }
}

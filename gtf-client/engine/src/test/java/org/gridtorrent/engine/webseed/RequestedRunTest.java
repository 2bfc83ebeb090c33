package org.gridtorrent.engine.webseed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.wire.PeerMessage;
import org.junit.jupiter.api.Test;

final class RequestedRunTest {
    private static final int BLOCK = PieceLayout.BLOCK_LENGTH;
    /** Two blocks a piece; the last block of all is short. */
    private static final PieceLayout LAYOUT = new PieceLayout(9L * BLOCK + 100, 2 * BLOCK);

    private static Block block(int n) {
        return LAYOUT.blockAt((long) n * BLOCK);
    }

    private static List<RequestedRun> join(int... blocks) {
        return RequestedRun.join(Arrays.stream(blocks).mapToObj(RequestedRunTest::block).toList(),
                LAYOUT);
    }

    private static List<List<Long>> blocks(List<RequestedRun> runs) {
        return runs.stream()
                .map(run -> List.of(run.start() / BLOCK, Math.ceilDiv(run.end(), BLOCK))).toList();
    }

    @Test
    void joinsBlocksThatFollowOneAnother_alsoBackwardsAndAcrossPieces() {
        assertThat(blocks(join(0, 1, 2, 3))).containsExactly(List.of(0L, 4L));
        assertThat(blocks(join(9, 8, 7))).containsExactly(List.of(7L, 10L));
        assertThat(blocks(join(4, 3, 5, 1, 8, 9)))
                .containsExactly(List.of(3L, 6L), List.of(1L, 2L), List.of(8L, 10L));
        assertThat(join(9).getFirst().end()).isEqualTo(LAYOUT.totalLength());
    }

    @Test
    void cancelledBlocksAtTheEndShortenIt_othersDoNot() {
        RequestedRun run = join(2, 3, 4, 5, 6).getFirst();
        assertThat(run.cancel(block(1))).isFalse();
        assertThat(run.cancel(block(7))).isFalse();
        assertThat(run.cancel(block(5))).isTrue();
        assertThat(run.end()).isEqualTo(7L * BLOCK);
        assertThat(run.cancel(block(6))).isTrue();
        assertThat(run.end()).isEqualTo(5L * BLOCK);
        assertThat(run.isWorthShortening(2L * BLOCK)).isTrue();
        assertThat(run.isWorthShortening(3L * BLOCK)).isFalse();
        List.of(2, 3, 4).forEach(n -> run.cancel(block(n)));
        assertThat(run.end()).isEqualTo(run.start());
        assertThat(run.isWorthShortening(100L * BLOCK)).isTrue();
    }

    @Test
    void assemblesBlocksOfPartsInAnyOrder() {
        byte[] content = new byte[(int) LAYOUT.totalLength()];
        new Random(3).nextBytes(content);
        BlockAssembler assembler = join(0, 1, 2, 3, 4, 5, 6, 7, 8, 9).getFirst().assembler;
        List<PeerMessage> assembled = new ArrayList<>();
        for (int end = content.length; end > 0; end -= 30_000) {
            int start = Math.max(0, end - 30_000);
            assembled.addAll(
                    assembler.put(start, ByteBuffer.wrap(content, start, end - start)));
        }
        assertThat(assembled).hasSize(10);
        for (PeerMessage each : assembled) {
            PeerMessage.Piece piece = (PeerMessage.Piece) each;
            int offset = (int) LAYOUT.offset(piece.block());
            assertThat(piece.data()).isEqualTo(
                    Arrays.copyOfRange(content, offset, offset + piece.block().length()));
        }
    }
}

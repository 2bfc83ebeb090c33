package org.gridtorrent.engine.piece;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.gridtorrent.engine.piece.PieceRuns.Run;
import org.junit.jupiter.api.Test;

final class PieceRunsTest {
    private static final int SIZE = 200;

    private static List<Run> longestFirst(Bitfield pieces) {
        List<Run> runs = new ArrayList<>();
        int start = -1;
        for (int piece = 0; piece <= pieces.size(); piece++) {
            boolean isIn = piece < pieces.size() && pieces.has(piece);
            if (isIn && start < 0) {
                start = piece;
            } else if (!isIn && start >= 0) {
                runs.add(new Run(start, piece));
                start = -1;
            }
        }
        runs.sort(Comparator.comparingInt(Run::length).reversed()
                .thenComparingInt(Run::start));
        return runs;
    }

    @Test
    void runsOfRandomChangesAreThoseOfTheSet() {
        Random random = new Random(7);
        Bitfield pieces = new Bitfield(SIZE);
        for (int i = 0; i < SIZE / 2; i++) {
            pieces.set(random.nextInt(SIZE));
        }
        PieceRuns runs = PieceRuns.of(pieces);
        for (int i = 0; i < 2_000; i++) {
            int piece = random.nextInt(SIZE);
            if (pieces.has(piece)) {
                pieces.clear(piece);
                runs.remove(piece);
            } else {
                pieces.set(piece);
                runs.add(piece);
            }
            assertThat(runs.longestFirst()).containsExactlyElementsOf(longestFirst(pieces));
        }
    }

    @Test
    void allPiecesAreOneRun_andNoneIsNone() {
        assertThat(PieceRuns.of(Bitfield.full(SIZE)).longestFirst())
                .containsExactly(new Run(0, SIZE));
        assertThat(PieceRuns.of(new Bitfield(SIZE)).longestFirst()).isEmpty();
    }

    @Test
    void pieceThatIsNotInTheSetIsNotRemoved() {
        PieceRuns runs = PieceRuns.of(new Bitfield(SIZE));
        runs.add(5);
        assertThatThrownBy(() -> runs.remove(6)).isInstanceOf(IllegalArgumentException.class);
    }
}

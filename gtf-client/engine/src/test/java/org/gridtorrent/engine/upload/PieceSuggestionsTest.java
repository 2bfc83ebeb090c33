package org.gridtorrent.engine.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PieceSuggestionsTest {
    private final Set<Integer> held = new HashSet<>();
    private final PieceSuggestions suggestions = new PieceSuggestions(10, held::contains,
            new SplittableRandom(7));

    @Test
    void suggestsEachPieceToOnePeer() {
        Set<Integer> pieces = new HashSet<>(suggestions.next(0, 4));
        assertThat(pieces).hasSize(4);
        pieces.addAll(suggestions.next(1, 4));
        pieces.addAll(suggestions.next(2, 4));
        assertThat(pieces).hasSize(10);
        assertThat(suggestions.next(3, 4)).isEmpty();
    }

    @Test
    void suggestsAnotherForEachRequestedPiece() {
        int piece = suggestions.next(0, 2).getFirst();
        assertThat(suggestions.next(0, 2)).isEmpty();
        assertThat(suggestions.requested(0, piece)).isTrue();
        assertThat(suggestions.requested(0, piece)).isFalse();
        assertThat(suggestions.next(0, 2)).hasSize(1);
    }

    @Test
    void skipsPiecesThatOthersHave() {
        held.addAll(List.of(0, 1, 2, 3, 4));
        assertThat(suggestions.next(0, 10)).containsExactlyInAnyOrder(5, 6, 7, 8, 9);
    }

    @Test
    void passesOverWhatSomebodyAsksForUnasked() {
        assertThat(suggestions.requested(0, 3)).isFalse();
        assertThat(suggestions.next(1, 10)).hasSize(9).doesNotContain(3);
    }

    @Test
    void whatAChokedPeerHasNotAskedFor_isForOthers() {
        int asked = suggestions.next(0, 10).getFirst();
        suggestions.requested(0, asked);
        suggestions.ended(0);
        assertThat(suggestions.next(1, 10)).hasSize(9).doesNotContain(asked);
    }
}

package org.gridtorrent.engine.picker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.engine.picker.Priority.NORMAL;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.gridtorrent.engine.piece.Bitfield;
import org.junit.jupiter.api.Test;

final class RarityOrderTest {
    private static final int COUNT = 500;

    private static RarityOrder order(int seed, int looks) {
        RarityOrder order = new RarityOrder(COUNT, new SplittableRandom(seed), looks);
        for (int piece = 0; piece < COUNT; piece++) {
            order.insert(piece, NORMAL);
        }
        return order;
    }

    private static Bitfield of(int... pieces) {
        Bitfield field = new Bitfield(COUNT);
        for (int piece : pieces) {
            field.set(piece);
        }
        return field;
    }

    @Test
    void equallyRarePiecesComeInRandomOrder() {
        Set<Integer> first = new HashSet<>();
        for (int seed = 0; seed < 200; seed++) {
            first.add(order(seed, 10).rarest(NORMAL, Bitfield.full(COUNT)));
        }
        assertThat(first).hasSizeGreaterThan(100);
    }

    @Test
    void manyHoldersAtOnceAndOneByOneCountAlike() {
        RarityOrder order = order(1, COUNT);
        Bitfield all = Bitfield.full(COUNT);
        Bitfield most = all.copy();
        most.clear(7);
        order.add(most);
        assertThat(order.rarest(NORMAL, all)).isEqualTo(7);
        order.add(of(7, 8));
        order.add(7);
        order.subtract(9);
        assertThat(order.rarest(NORMAL, all)).isEqualTo(9);
    }

    @Test
    void aPeerThatLacksTheRarestStillGetsOneOfItsOwn() {
        for (int seed = 0; seed < 100; seed++) {
            RarityOrder order = order(seed, 3);
            order.add(Bitfield.full(COUNT));
            Bitfield few = of(5, 77, 400);
            order.add(few);
            order.add(of(5, 77));
            // All three fit into one look at its own pieces: the rarest of them is found.
            assertThat(order.rarest(NORMAL, few)).isEqualTo(400);
            order.remove(400);
            assertThat(order.rarest(NORMAL, few)).isIn(5, 77);
            order.remove(5);
            order.remove(77);
            assertThat(order.rarest(NORMAL, few)).isEqualTo(RarityOrder.NONE);
        }
    }

    @Test
    void theFirstIsTheLowestThatIsThere() {
        RarityOrder order = order(1, 10);
        assertThat(order.first(NORMAL, of(3, 4))).isEqualTo(3);
        order.remove(3);
        assertThat(order.first(NORMAL, of(3, 4))).isEqualTo(4);
        order.insert(3, NORMAL);
        assertThat(order.first(NORMAL, of(3, 4))).isEqualTo(3);
        assertThat(order.first(Priority.HIGH, of(3, 4))).isEqualTo(RarityOrder.NONE);
    }
}

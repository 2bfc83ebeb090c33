package org.gridtorrent.engine.piece;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BitfieldTest {
    @Test
    void messageHasTheHighBitFirst() {
        var field = new Bitfield(10);
        field.set(0);
        field.set(9);
        assertThat(field.bytes()).containsExactly(0x80, 0x40);
        assertThat(Bitfield.parse(field.bytes(), 10)).contains(field);
    }

    @Test
    void wrongLengthAndSpareBitsAreRefused() {
        assertThat(Bitfield.parse(new byte[]{0, 0, 0}, 10)).isEmpty();
        assertThat(Bitfield.parse(new byte[]{0}, 10)).isEmpty();
        assertThat(Bitfield.parse(new byte[]{0, 0x20}, 10)).isEmpty();
        assertThat(Bitfield.parse(new byte[]{0, 0x40}, 10)).isPresent();
    }

    @Test
    void countsAndSearches() {
        Bitfield field = Bitfield.full(9);
        assertThat(field.isComplete()).isTrue();
        assertThat(field.nextMissing(0)).isEqualTo(9);
        field.clear(4);
        assertThat(field.nextMissing(0)).isEqualTo(4);
        assertThat(field.lacksAnyOf(Bitfield.full(9))).isTrue();
        assertThat(Bitfield.full(9).lacksAnyOf(field)).isFalse();
        assertThatThrownBy(() -> field.has(9)).hasMessageContaining("9");
    }

    @Test
    void findsCommonPieces() {
        Bitfield one = new Bitfield(200);
        Bitfield other = new Bitfield(200);
        for (int piece : new int[]{3, 64, 130, 199}) {
            one.set(piece);
        }
        for (int piece : new int[]{4, 64, 129, 199}) {
            other.set(piece);
        }
        assertThat(one.nextCommon(other, 0)).isEqualTo(64);
        assertThat(one.nextCommon(other, 64)).isEqualTo(64);
        assertThat(one.nextCommon(other, 65)).isEqualTo(199);
        assertThat(one.nextCommon(other, 200)).isEqualTo(200);
    }

    @Test
    void countsEachPieceOnce() {
        Bitfield field = new Bitfield(70);
        field.set(69);
        field.set(69);
        assertThat(field.count()).isEqualTo(1);
        field.clear(69);
        field.clear(69);
        assertThat(field.isEmpty()).isTrue();
        assertThat(Bitfield.full(70).count()).isEqualTo(70);
        assertThat(Bitfield.full(64).isComplete()).isTrue();
    }
}

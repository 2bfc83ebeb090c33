package org.gridtorrent.mdtp.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

class RangeSetTest {
    private static final int BYTES = 64;
    private static final int STEPS = 20_000;

    private final RangeSet set = new RangeSet();

    @Test
    void joinsRangesThatTouch() {
        set.add(0, 10);
        set.add(20, 30);
        set.add(10, 20);

        assertThat(set.ranges()).containsExactly(new ByteRange(0, 30));
    }

    @Test
    void cutsARangeInTwo() {
        set.add(0, 30);

        assertThat(set.remove(10, 20)).isEqualTo(10);
        assertThat(set.ranges()).containsExactly(new ByteRange(0, 10), new ByteRange(20, 30));
    }

    @Test
    void holdsOffsetsUpToTheGreatestLong() {
        set.add(0, Long.MAX_VALUE);
        set.remove(100, 200);

        assertThat(set.length()).isEqualTo(Long.MAX_VALUE - 100);
        assertThat(set.ranges()).containsExactly(new ByteRange(0, 100),
                new ByteRange(200, Long.MAX_VALUE));
    }

    @Test
    void agreesWithASetOfBits() {
        Random random = new Random(TestScale.seed("rangeset.seed"));
        BitSet bits = new BitSet();
        RangeSet other = new RangeSet();
        BitSet otherBits = new BitSet();
        for (int step = 0; step < STEPS; step++) {
            int start = random.nextInt(BYTES);
            int end = start + random.nextInt(BYTES / 4);
            int before = bits.cardinality();
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    bits.set(start, end);
                    assertThat(set.add(start, end)).isEqualTo(bits.cardinality() - before);
                }
                case 2 -> {
                    bits.clear(start, end);
                    assertThat(set.remove(start, end)).isEqualTo(before - bits.cardinality());
                }
                case 3 -> {
                    otherBits.flip(start, end);
                    rangesOf(otherBits).forEach(range -> other.add(range.start(), range.end()));
                    rangesOf(complement(otherBits))
                            .forEach(range -> other.remove(range.start(), range.end()));
                }
                default -> {
                    BitSet removed = otherBits.get(0, 2 * BYTES);
                    removed.and(ofRange(start, end));
                    bits.andNot(removed);
                    set.removeAll(other, start, end);
                }
            }
            assertSame(bits, otherBits, other, start, end);
        }
    }

    private void assertSame(BitSet bits, BitSet otherBits, RangeSet other, int start, int end) {
        assertThat(set.ranges()).isEqualTo(rangesOf(bits));
        assertThat(other.ranges()).isEqualTo(rangesOf(otherBits));
        assertThat(set.length()).isEqualTo(bits.cardinality());
        assertThat(set.isEmpty()).isEqualTo(bits.isEmpty());
        BitSet range = ofRange(start, end);
        assertThat(set.intersects(start, end)).isEqualTo(bits.intersects(range));
        range.andNot(bits);
        assertThat(set.contains(start, end)).isEqualTo(range.isEmpty());
        BitSet rest = (BitSet) bits.clone();
        rest.andNot(otherBits);
        Optional<ByteRange> first = set.firstNotIn(other);
        assertThat(first.map(ByteRange::start))
                .isEqualTo(rangesOf(rest).stream().findFirst().map(ByteRange::start));
        first.ifPresent(found -> assertThat(rest.get((int) found.start(), (int) found.end())
                .cardinality()).isEqualTo((int) found.length()));
    }

    private static BitSet ofRange(int start, int end) {
        BitSet bits = new BitSet();
        bits.set(start, end);
        return bits;
    }

    private static BitSet complement(BitSet bits) {
        BitSet complement = (BitSet) bits.clone();
        complement.flip(0, 2 * BYTES);
        return complement;
    }

    private static List<ByteRange> rangesOf(BitSet bits) {
        List<ByteRange> ranges = new ArrayList<>();
        for (int start = bits.nextSetBit(0); start >= 0;) {
            int end = bits.nextClearBit(start);
            ranges.add(new ByteRange(start, end));
            start = bits.nextSetBit(end);
        }
        return ranges;
    }
}

package org.gridtorrent.engine.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReadSessionsTest {
    private static final int LENGTH = 128 * 1024;

    private final ReadSessions sessions = new ReadSessions();

    private void readOn(long from, int count) {
        for (int i = 0; i < count; i++) {
            sessions.read(from + (long) i * LENGTH, LENGTH);
        }
    }

    @Test
    void readsAheadFromTheStartOfTheFileAtOnce() {
        sessions.read(0, LENGTH);
        assertThat(sessions.positions()).containsExactly((long) LENGTH);
    }

    @Test
    void readsAheadElsewhereFromTheSecondReadOn() {
        sessions.read(50L << 20, LENGTH);
        assertThat(sessions.positions()).isEmpty();
        sessions.read((50L << 20) + LENGTH, LENGTH);
        assertThat(sessions.positions()).containsExactly((50L << 20) + 2 * LENGTH);
    }

    @Test
    void readsNothingAheadForRandomReads() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 1000; i++) {
            sessions.read(1 + random.nextLong(1L << 20) * 4096, 4096);
            assertThat(sessions.positions()).isEmpty();
        }
    }

    @Test
    void toleratesReadsThatTheKernelReorders() {
        readOn(0, 4);
        for (int i : new int[]{6, 4, 5, 9, 7, 8}) {
            sessions.read((long) i * LENGTH, LENGTH);
        }
        assertThat(sessions.positions()).containsExactly(10L * LENGTH);
    }

    @Test
    void followsFourReadersOfOneFile() {
        for (int i = 0; i < 20; i++) {
            for (int reader = 0; reader < 4; reader++) {
                sessions.read(reader * (100L << 20) + (long) i * LENGTH, LENGTH);
            }
        }
        assertThat(sessions.positions()).containsExactlyInAnyOrder(20L * LENGTH,
                (100L << 20) + 20 * LENGTH, (200L << 20) + 20 * LENGTH,
                (300L << 20) + 20 * LENGTH);
    }

    @Test
    void leavesASession_whenTheReaderHasMovedOn() {
        readOn(0, 4);
        readOn(500L << 20, 15);
        assertThat(sessions.positions()).hasSize(2);
        readOn((500L << 20) + 15 * LENGTH, 2);
        assertThat(sessions.positions()).containsExactly((500L << 20) + 17 * LENGTH);
        sessions.read(4L * LENGTH, LENGTH);
        assertThat(sessions.positions().getFirst()).isEqualTo(5L * LENGTH);
    }
}

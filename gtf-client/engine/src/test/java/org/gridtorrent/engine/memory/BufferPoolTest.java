package org.gridtorrent.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BufferPoolTest {
    private static final int LENGTH = 16 * 1024;
    private final BufferPool pool = new BufferPool(8L << 20);

    @Test
    void lastRecycledArrayIsReusedFirst() {
        byte[] first = pool.array(LENGTH);
        byte[] second = pool.array(LENGTH);
        pool.recycle(first);
        pool.recycle(second);
        assertThat(pool.array(LENGTH)).isSameAs(second);
        assertThat(pool.array(LENGTH)).isSameAs(first);
        assertThat(pool.array(LENGTH)).isNotSameAs(first).isNotSameAs(second);
    }

    @Test
    void arraysOfOtherLengthsAreNotReused() {
        byte[] odd = pool.array(9);
        pool.recycle(odd);
        assertThat(pool.array(9)).hasSize(9).isNotSameAs(odd);
    }

    @Test
    void countsAllocatedArraysUntilTheyAreFreed() {
        byte[] array = pool.allocate(LENGTH);
        pool.reserve(5);
        assertThat(pool.usedBytes()).isEqualTo(LENGTH + 5);
        pool.free(array);
        pool.release(5);
        assertThat(pool.usedBytes()).isZero();
        assertThat(pool.peakBytes()).isEqualTo(LENGTH + 5);
    }

    @Test
    void idleArraysDoNotExceedTheLimit() {
        List<byte[]> arrays = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            arrays.add(pool.allocate(1 << 20));
        }
        assertThat(pool.isFull()).isTrue();
        byte[] last = arrays.removeLast();
        pool.free(last);
        assertThat(pool.array(1 << 20)).isNotSameAs(last);
    }

    @Test
    void wireBuffersHaveAnEighthOfTheLimitForThemselves() {
        List<byte[]> buffers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            buffers.add(pool.acquireWireBuffer().orElseThrow());
        }
        assertThat(pool.acquireWireBuffer()).isEmpty();
        pool.releaseWireBuffer(buffers.removeLast());
        assertThat(pool.acquireWireBuffer()).isPresent();
        assertThat(pool.usedBytes()).isZero();
    }
}

package org.gridtorrent.bench.link.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

class PacketQueueTest {
    private static final int PACKETS = TestScale.of("link.packets", 50_000, 200_000);

    @Test
    void keepsOrderTimeHostAndContent_roundAndRoundItsMemory() {
        Random random = new Random(TestScale.seed("link.seed"));
        try (Arena arena = Arena.ofConfined()) {
            PacketQueue queue = new PacketQueue(arena.allocate(LineSpec.queueMemory(200_000), 8));
            Queue<Integer> inside = new ArrayDeque<>();
            for (int i = 0; i < PACKETS; i++) {
                if (random.nextInt(100) < 52) {
                    add(queue, inside, i, 20 + random
                            .nextInt(
                                    random.nextInt(50) == 0 ? PacketBundle.MAX_LENGTH - 19 : 1500));
                } else {
                    remove(queue, inside);
                }
            }
            while (!inside.isEmpty()) {
                remove(queue, inside);
            }
            assertThat(queue.isEmpty()).isTrue();
        }
    }

    @Test
    void holdsWhatItWasMadeFor_andSaysWhenItIsFull() {
        for (int length : new int[]{50, 576, LineSpec.MTU}) {
            try (Arena arena = Arena.ofConfined()) {
                PacketQueue queue = new PacketQueue(
                        arena.allocate(LineSpec.queueMemory(1_000_000), 8));
                int count = 0;
                while (queue.claim() != 0) {
                    queue.add(count++, 0, length);
                }
                assertThat((long) count * (length - PacketBundle.HEADER))
                        .isGreaterThanOrEqualTo(1_000_000);
            }
        }
    }

    private static void add(PacketQueue queue, Queue<Integer> inside, int number, int length) {
        long place = queue.claim();
        if (place != 0) {
            Syscalls.MEMORY.set(ValueLayout.JAVA_INT_UNALIGNED, place + length - 4, number);
            queue.add(number * 10L, number % 7, length);
            inside.add(number);
        }
    }

    private static void remove(PacketQueue queue, Queue<Integer> inside) {
        assertThat(queue.isEmpty()).isEqualTo(inside.isEmpty());
        if (!inside.isEmpty()) {
            int number = inside.remove();
            assertThat(queue.timeNs()).isEqualTo(number * 10L);
            assertThat(queue.host()).isEqualTo(number % 7);
            assertThat(Syscalls.MEMORY.get(ValueLayout.JAVA_INT_UNALIGNED,
                    queue.bundle().address() + queue.bundle().length() - 4)).isEqualTo(number);
            queue.remove();
        }
    }
}

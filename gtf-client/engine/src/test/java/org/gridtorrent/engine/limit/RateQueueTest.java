package org.gridtorrent.engine.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.gridtorrent.engine.limit.RateQueue.Reservation;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

final class RateQueueTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private long nowNs = -5 * SECOND; // nanoTime may be negative

    private Reservation ask(RateQueue queue, int bytes) {
        return queue.reserve(bytes, () -> {}, nowNs);
    }

    private long waitMs(Reservation reservation) {
        return RateQueue.waitNs(reservation, nowNs) / MS;
    }

    private List<Long> waitsMs(Reservation... reservations) {
        return Arrays.stream(reservations).map(this::waitMs).toList();
    }

    @Test
    void firstStartsAtOnce_othersInOrder() {
        RateQueue queue = new RateQueue(1000, nowNs);
        assertThat(waitsMs(ask(queue, 500), ask(queue, 100), ask(queue, 1000), ask(queue, 1)))
                .containsExactly(0L, 500L, 600L, 1600L);
    }

    @Test
    void higherRateStartsPendingEarlierInTheSameOrder() {
        RateQueue queue = new RateQueue(1000, nowNs);
        Reservation gone = ask(queue, 1000);
        Reservation second = ask(queue, 1000);
        Reservation third = ask(queue, 1000);
        nowNs += 500 * MS;
        var _ = queue.setRate(10_000, nowNs);
        // Of what has gone 500 bytes are still to be paid for.
        assertThat(waitsMs(gone, second, third)).containsExactly(0L, 50L, 150L);
        assertThat(queue.pending()).containsExactly(second, third);
    }

    @Test
    void lowerRateStartsPendingLater() {
        RateQueue queue = new RateQueue(1000, nowNs);
        ask(queue, 1000);
        Reservation second = ask(queue, 1000);
        var _ = queue.setRate(100, nowNs);
        assertThat(waitMs(second)).isEqualTo(10_000);
    }

    @Test
    void unlimitedRateHasNoWaitAndLeavesNoDebt() {
        RateQueue queue = new RateQueue(1, nowNs);
        ask(queue, 1_000_000);
        Reservation waiting = ask(queue, 1_000_000);
        var _ = queue.setRate(RateSchedule.UNLIMITED, nowNs);
        nowNs += 1;
        assertThat(waitMs(waiting)).isZero();
        var _ = queue.setRate(1000, nowNs);
        assertThat(waitMs(ask(queue, 1000))).isZero();
    }

    @Test
    void cancelledReservationsGoToTheNext() {
        RateQueue queue = new RateQueue(1000, nowNs);
        Reservation first = ask(queue, 1000);
        Reservation second = ask(queue, 2000);
        Reservation third = ask(queue, 1000);
        var _ = queue.cancel(second, nowNs);
        assertThat(waitMs(third)).isEqualTo(1000);
        var _ = queue.cancel(first, nowNs);
        assertThat(waitMs(third)).isZero();
    }

    @Test
    void idleTimeCountsUpToTheCredit() {
        RateQueue queue = new RateQueue(1000, nowNs);
        nowNs += 3600 * SECOND;
        ask(queue, 100);
        assertThat(waitsMs(ask(queue, 1000), ask(queue, 1000))).containsExactly(0L, 1000L);
    }

    @Test
    void rateHoldsInAnyPeriod() {
        Random random = new Random(TestScale.seed("engine.seed"));
        for (int round = 0; round < 50; round++) {
            neverMoreThanTheRate(random);
        }
    }

    private void neverMoreThanTheRate(Random random) {
        long rate = 1L + random.nextInt(1_000_000);
        int largest = 1 + random.nextInt(100_000);
        RateQueue queue = new RateQueue(rate, nowNs);
        Deque<Reservation> waiting = new ArrayDeque<>();
        Deque<Integer> lengths = new ArrayDeque<>();
        List<long[]> gone = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int length = 1 + random.nextInt(largest);
            waiting.add(ask(queue, length));
            lengths.add(length);
            long untilNs = nowNs + (random.nextInt(4) == 0 ? random.nextLong(5 * SECOND) : 10_000);
            while (!waiting.isEmpty()
                    && nowNs + RateQueue.waitNs(waiting.getFirst(), nowNs) <= untilNs) {
                nowNs += RateQueue.waitNs(waiting.getFirst(), nowNs);
                Reservation reservation = waiting.removeFirst();
                if (random.nextInt(5) == 0) {
                    lengths.removeFirst();
                    var _ = queue.cancel(reservation, nowNs);
                } else {
                    gone.add(new long[]{nowNs, lengths.removeFirst()});
                }
            }
            nowNs = untilNs;
        }
        double excess = 0;
        for (int from = 0; from < gone.size(); from++) {
            double sum = 0;
            for (int to = from; to < gone.size(); to++) {
                sum += gone.get(to)[1];
                double seconds = (gone.get(to)[0] - gone.get(from)[0] + RateQueue.CREDIT_NS) / 1e9;
                excess = Math.max(excess, sum - rate * seconds - largest - 1);
            }
        }
        assertThat(excess).isZero();
    }
}

package org.gridtorrent.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CoalescerTest {
    @Test
    void whoAsksWhileALookIsOn_sharesTheNextOne() throws Exception {
        var looks = new AtomicInteger();
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var shared = new Coalescer(() -> {
            if (looks.incrementAndGet() == 1) {
                begun.countDown();
                awaitLatch(go);
            }
        });
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> first = people.submit(shared::await);
            begun.await();
            var waiting = new AtomicInteger();
            List<Future<?>> others = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                others.add(people.submit(() -> {
                    waiting.incrementAndGet();
                    shared.await();
                    assertThat(looks.get()).isGreaterThan(1);
                }));
            }
            await().until(() -> waiting.get() == 50);
            go.countDown();
            first.get();
            for (Future<?> each : others) {
                each.get();
            }
        }
        assertThat(looks.get()).isBetween(2, 51);
    }

    @Test
    void aFailure_isToldToThoseWhoWait_andTheNextLookIsAnother() {
        var looks = new AtomicInteger();
        var shared = new Coalescer(() -> {
            if (looks.incrementAndGet() == 1) {
                throw new IllegalStateException("away");
            }
        });
        assertThatThrownBy(shared::await).isInstanceOf(IllegalStateException.class);
        shared.await();
        assertThat(looks).hasValue(2);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package org.gridtorrent.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TickerTest {
    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void runsJobAgain_afterItFailed() throws InterruptedException {
        var runs = new CountDownLatch(3);
        try (var ticker = new Ticker()) {
            ticker.every(SHORT, "job", "the job fails", () -> {
                runs.countDown();
                throw new IllegalStateException("run " + runs.getCount());
            });
            runs.await();
        }
        assertThat(runs.getCount()).isZero();
    }

    @Test
    void slowJob_delaysNoOther() throws InterruptedException {
        var release = new CountDownLatch(1);
        var other = new CountDownLatch(2);
        try (var ticker = new Ticker()) {
            ticker.every(SHORT, "slow", "the slow job fails", () -> await(release))
                    .every(SHORT, "other", "the other job fails", other::countDown);
            other.await();
            release.countDown();
        }
    }

    @Test
    void close_waitsForTheRunUnderWay() throws InterruptedException {
        var running = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var finished = new AtomicBoolean();
        var ticker = new Ticker().every(Duration.ZERO, SHORT, "job", "the job fails", () -> {
            running.countDown();
            await(release);
            finished.set(true);
        });
        running.await();
        Thread closing = Thread.ofVirtual().start(ticker::close);
        release.countDown();
        closing.join();
        assertThat(finished).isTrue();
    }

    @Test
    void runsNothing_afterItIsClosed() {
        var runs = new AtomicInteger();
        var ticker = new Ticker();
        ticker.close();
        ticker.every(Duration.ZERO, SHORT, "late", "the late job fails", runs::incrementAndGet);
        ticker.close();
        assertThat(runs).hasValue(0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

package org.gridtorrent.bench.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LoadGeneratorTest {
    @Test
    void millisIsTheRankOfTheSorted() {
        LatencySamples latencies = new LatencySamples();
        LongStream.rangeClosed(1, 2000).map(i -> 2001 - i)
                .forEach(millis -> latencies.add(millis * 1_000_000));
        assertThat(latencies.count()).isEqualTo(2000);
        assertThat(latencies.millis(0.5)).isEqualTo(1000);
        assertThat(latencies.millis(0.99)).isEqualTo(1980);
        assertThat(latencies.millis(1)).isEqualTo(2000);
    }

    /** Requests that were due while the server was silent have waited for it. */
    @Test
    void openLoop_countsFromWhenEachWasDue() throws Exception {
        AtomicLong nowNs = new AtomicLong();
        LoadGenerator.Caller silentAtFirst = number -> nowNs.addAndGet(
                number == 0 ? Duration.ofMillis(300).toNanos() : 0);
        LoadGenerator.Load load = LoadGenerator.openLoop(100, Duration.ofMillis(100),
                List.of(silentAtFirst),
                Thread.ofVirtual().factory(), nowNs::get);
        assertThat(load.latencies().count()).isEqualTo(10);
        assertThat(load.latencies().millis(0.1)).isEqualTo(210);
        assertThat(load.latencies().millis(0.5)).isEqualTo(250);
        assertThat(load.latencies().millis(1)).isEqualTo(300);
    }

    @Test
    void closedLoop_dividesAllAmongTheCallers() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        LoadGenerator.Caller caller = number -> {
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        };
        assertThat(
                LoadGenerator.closedLoop(7, List.of(caller, caller), Thread.ofVirtual().factory())
                        .latencies().count())
                .isEqualTo(7);
    }

    @Test
    void aRequestThatFails_failsTheLoad() {
        assertThatThrownBy(() -> LoadGenerator.closedLoop(1, List.of(_ -> {
            throw new IOException("no");
        }), Thread.ofVirtual().factory())).isInstanceOf(IOException.class)
                .hasMessageContaining("no");
    }
}

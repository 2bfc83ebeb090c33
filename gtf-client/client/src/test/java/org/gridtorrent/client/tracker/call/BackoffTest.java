package org.gridtorrent.client.tracker.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final int DRAWS = 1_000;

    private final Backoff backoff = new Backoff(new Random(20261122));

    private static TrackerException busy(Duration retryAfter) {
        return new TrackerException(Reason.BUSY, "Try again.", retryAfter, null);
    }

    @Test
    void failures_doubleTheWaitUpToFiveMinutesAndASuccessBeginsAnew() {
        assertThat(backoff.failed()).isBetween(Duration.ofMillis(2_500), Duration.ofMillis(7_500));
        assertThat(backoff.failed()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(15));
        for (int i = 0; i < 10; i++) {
            assertThat(backoff.failed(new IOException("away")))
                    .isLessThanOrEqualTo(Duration.ofSeconds(450));
        }
        assertThat(backoff.failed()).isGreaterThanOrEqualTo(Duration.ofSeconds(150));
        backoff.reset();
        assertThat(backoff.failed()).isLessThanOrEqualTo(Duration.ofMillis(7_500));
    }

    @Test
    void toldWait_isKeptAndSpreadOverAsLongAgain() {
        Set<Duration> waits = new HashSet<>();
        for (int i = 0; i < DRAWS; i++) {
            Duration wait = backoff.failed(busy(Duration.ofSeconds(20)));
            assertThat(wait).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(40));
            waits.add(wait);
        }
        assertThat(waits).hasSizeGreaterThan(DRAWS / 2).anyMatch(wait -> wait.toSeconds() < 22)
                .anyMatch(wait -> wait.toSeconds() >= 38);
    }

    @Test
    void toldWait_takesNothingFromTheWaitsThatAreNotTold() {
        assertThat(backoff.failed(busy(Duration.ofSeconds(1))))
                .isLessThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(backoff.failed(busy(Duration.ZERO))).isBetween(Duration.ofMillis(2_500),
                Duration.ofMillis(7_500));
    }

    @Test
    void toldWait_silencesNobodyForGood() {
        assertThat(backoff.failed(busy(Duration.ofDays(365))))
                .isLessThanOrEqualTo(Duration.ofMinutes(10));
    }
}

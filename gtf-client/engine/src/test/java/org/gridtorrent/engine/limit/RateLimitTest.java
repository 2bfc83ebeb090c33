package org.gridtorrent.engine.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class RateLimitTest {
    private static final int BLOCK = 16_384;

    private long nowNs;
    /** A Monday. */
    private Instant wall = Instant.parse("2026-06-01T07:59:58Z");
    private final RateLimits machine = RateLimits.ofMachine(() -> nowNs, new WallClock());
    private final RateLimits content = machine.ofContent();

    private final class WallClock extends Clock {
        @Override
        public Instant instant() {
            return wall;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    private static RateSchedules up(String schedule) {
        return new RateSchedules(RateSchedule.parse(schedule, Long::parseLong), RateSchedule.OFF);
    }

    private RateLimitChain pacer() {
        return new RateLimitChain(List.of(content.up(), machine.up()));
    }

    private static void go(RateLimitChain pacer, int bytes) {
        assertThat(pacer.waitNs(bytes)).isZero();
        pacer.spend();
    }

    private void awaitTurn(RateLimitChain pacer) {
        for (long waitNs; (waitNs = pacer.waitNs(BLOCK)) > 0;) {
            nowNs += waitNs;
        }
    }

    @Test
    void theScheduleSwitchesByTheWallClock() {
        machine.set(up("08:00,16384 18:00,off"));
        RateLimitChain pacer = pacer();
        assertThat(pacer.isOff()).isTrue();
        wall = Instant.parse("2026-06-01T08:00:00Z");
        machine.follow();
        go(pacer, BLOCK);
        assertThat(pacer.waitNs(BLOCK)).isEqualTo(1_000_000_000);
        assertThat(machine.up().sentence())
                .isEqualTo("Held back by the upload limit of this machine, 16 KiB/s until 18:00.");
        wall = Instant.parse("2026-06-01T18:00:01Z");
        machine.follow();
        nowNs += 1;
        assertThat(pacer.waitNs(BLOCK)).isZero();
    }

    @Test
    void theSentenceNamesTheDayWhenItIsAnother() {
        content.set(up("Mon-07:00,2000000 Fri-18:00,off"));
        assertThat(content.up().sentence()).isEqualTo(
                "Held back by the upload limit of this content, 2 MB/s until Fri 18:00.");
        content.set(up("500"));
        assertThat(content.up().sentence())
                .isEqualTo("Held back by the upload limit of this content, 500 B/s.");
    }

    @Test
    void theStricterLimitWins() {
        for (boolean strictContent : new boolean[]{true, false}) {
            nowNs += 60_000_000_000L;
            content.set(up(strictContent ? "16384" : "1638400"));
            machine.set(up(strictContent ? "1638400" : "16384"));
            RateLimitChain pacer = pacer();
            go(pacer, BLOCK);
            long begunNs = nowNs;
            for (int i = 0; i < 10; i++) {
                awaitTurn(pacer);
                pacer.spend();
            }
            assertThat(nowNs - begunNs).isGreaterThanOrEqualTo(9_900_000_000L);
        }
    }

    @Test
    void whoWaitsForItsContentKeepsNoOtherContentWaiting() {
        content.set(up("1"));
        machine.set(up("16384"));
        RateLimitChain held = pacer();
        go(held, BLOCK);
        assertThat(held.waitNs(BLOCK)).isPositive();
        assertThat(held.heldBy()).contains(content.up());
        nowNs += 1_000_000_000;
        go(new RateLimitChain(List.of(machine.ofContent().up(), machine.up())), BLOCK);
    }

    @Test
    void whatIsGivenUpIsForOthers() {
        machine.set(up("16384"));
        RateLimitChain first = pacer();
        RateLimitChain second = pacer();
        assertThat(first.waitNs(BLOCK)).isZero();
        assertThat(second.waitNs(BLOCK)).isPositive();
        first.giveUp();
        assertThat(second.waitNs(BLOCK)).isZero();
    }

    @Test
    void anotherLengthIsAskedForAnew() {
        machine.set(up("1000"));
        RateLimitChain pacer = pacer();
        go(pacer, 1000);
        assertThat(pacer.waitNs(10)).isEqualTo(1_000_000_000);
        assertThat(pacer.waitNs(100_000)).isEqualTo(1_000_000_000);
        pacer.giveUp();
        assertThat(pacer.heldBy()).isEmpty();
    }

    @Test
    void aChangeWakesThoseWhoWait() throws InterruptedException {
        machine.set(up("1"));
        go(pacer(), BLOCK);
        CountDownLatch woken = new CountDownLatch(2);
        List<RateLimitChain> waiting = List.of(new RateLimitChain(List.of(machine.up()), woken::countDown),
                new RateLimitChain(List.of(machine.up()), woken::countDown));
        waiting.forEach(pacer -> assertThat(pacer.waitNs(BLOCK)).isPositive());
        machine.set(up("1000000000"));
        woken.await();
        nowNs += 1_000_000_000;
        waiting.forEach(pacer -> assertThat(pacer.waitNs(BLOCK)).isZero());
    }
}

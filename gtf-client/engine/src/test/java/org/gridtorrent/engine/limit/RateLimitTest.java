package org.gridtorrent.engine.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.gridtorrent.engine.limit.RateLimitStatus.Direction;
import org.gridtorrent.engine.limit.RateLimitStatus.Scope;
import org.junit.jupiter.api.Test;

final class RateLimitTest {
    private static final int BLOCK = 16_384;

    private long nowNs;
    /** A Monday. */
    private Instant wall = Instant.parse("2026-06-01T07:59:58Z");
    private final RateLimits machine = RateLimits.ofEngine(() -> nowNs, new WallClock());
    private final RateLimits content = machine.ofTorrent();

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

    private RateLimitChain rateLimits() {
        return new RateLimitChain(List.of(content.up(), machine.up()));
    }

    private static void go(RateLimitChain rateLimits, int bytes) {
        assertThat(rateLimits.waitNs(bytes)).isZero();
        rateLimits.consume();
    }

    private void awaitTurn(RateLimitChain rateLimits) {
        for (long waitNs; (waitNs = rateLimits.waitNs(BLOCK)) > 0;) {
            nowNs += waitNs;
        }
    }

    @Test
    void rateFollowsTheWallClock() {
        machine.set(up("08:00,16384 18:00,off"));
        RateLimitChain rateLimits = rateLimits();
        assertThat(rateLimits.isUnlimited()).isTrue();
        wall = Instant.parse("2026-06-01T08:00:00Z");
        machine.update();
        go(rateLimits, BLOCK);
        assertThat(rateLimits.waitNs(BLOCK)).isEqualTo(1_000_000_000);
        assertThat(machine.up().status()).isEqualTo(new RateLimitStatus(Scope.ENGINE,
                Direction.UPLOAD, BLOCK, LocalDateTime.parse("2026-06-01T08:00"),
                Optional.of(LocalDateTime.parse("2026-06-01T18:00"))));
        wall = Instant.parse("2026-06-01T18:00:01Z");
        machine.update();
        nowNs += 1;
        assertThat(rateLimits.waitNs(BLOCK)).isZero();
    }

    @Test
    void rateThatNeverChangesHasNoEnd() {
        content.set(up("Mon-07:00,2000000 Fri-18:00,off"));
        assertThat(content.up().status().until())
                .contains(LocalDateTime.parse("2026-06-05T18:00"));
        content.set(up("500"));
        RateLimitStatus status = content.up().status();
        assertThat(status.scope()).isEqualTo(Scope.TORRENT);
        assertThat(status.rate()).isEqualTo(500);
        assertThat(status.until()).isEmpty();
    }

    @Test
    void strictestLimitHolds() {
        for (boolean strictContent : new boolean[]{true, false}) {
            nowNs += 60_000_000_000L;
            content.set(up(strictContent ? "16384" : "1638400"));
            machine.set(up(strictContent ? "1638400" : "16384"));
            RateLimitChain rateLimits = rateLimits();
            go(rateLimits, BLOCK);
            long begunNs = nowNs;
            for (int i = 0; i < 10; i++) {
                awaitTurn(rateLimits);
                rateLimits.consume();
            }
            assertThat(nowNs - begunNs).isGreaterThanOrEqualTo(9_900_000_000L);
        }
    }

    @Test
    void torrentAtItsOwnLimitBlocksNoOther() {
        content.set(up("1"));
        machine.set(up("16384"));
        RateLimitChain held = rateLimits();
        go(held, BLOCK);
        assertThat(held.waitNs(BLOCK)).isPositive();
        assertThat(held.limitedBy()).contains(content.up());
        nowNs += 1_000_000_000;
        go(new RateLimitChain(List.of(machine.ofTorrent().up(), machine.up())), BLOCK);
    }

    @Test
    void cancelledBytesGoToOthers() {
        machine.set(up("16384"));
        RateLimitChain first = rateLimits();
        RateLimitChain second = rateLimits();
        assertThat(first.waitNs(BLOCK)).isZero();
        assertThat(second.waitNs(BLOCK)).isPositive();
        first.cancel();
        assertThat(second.waitNs(BLOCK)).isZero();
    }

    @Test
    void cancelWakesTheTransferThatMayGoAtOnce() throws InterruptedException {
        machine.set(up("16384"));
        RateLimitChain first = rateLimits();
        CountDownLatch woken = new CountDownLatch(1);
        RateLimitChain second = new RateLimitChain(List.of(machine.up()), woken::countDown);
        assertThat(first.waitNs(8 * BLOCK)).isZero();
        assertThat(second.waitNs(BLOCK)).isEqualTo(8_000_000_000L);
        first.cancel();
        woken.await();
        assertThat(second.waitNs(BLOCK)).isZero();
    }

    @Test
    void anotherLengthIsReservedAnew() {
        machine.set(up("1000"));
        RateLimitChain rateLimits = rateLimits();
        go(rateLimits, 1000);
        assertThat(rateLimits.waitNs(10)).isEqualTo(1_000_000_000);
        assertThat(rateLimits.waitNs(100_000)).isEqualTo(1_000_000_000);
        rateLimits.cancel();
        assertThat(rateLimits.limitedBy()).isEmpty();
    }

    @Test
    void changedRateWakesWaitingTransfers() throws InterruptedException {
        machine.set(up("1"));
        go(rateLimits(), BLOCK);
        CountDownLatch woken = new CountDownLatch(2);
        List<RateLimitChain> waiting = List.of(
                new RateLimitChain(List.of(machine.up()), woken::countDown),
                new RateLimitChain(List.of(machine.up()), woken::countDown));
        waiting.forEach(rateLimits -> assertThat(rateLimits.waitNs(BLOCK)).isPositive());
        machine.set(up("1000000000"));
        woken.await();
        nowNs += 1_000_000_000;
        waiting.forEach(rateLimits -> assertThat(rateLimits.waitNs(BLOCK)).isZero());
    }
}

package org.gridtorrent.ptcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tuner on simulated lines whose goodput is a function of the number of streams. */
class StreamCountTunerTest {
    private static final double MEGABYTE = 1e6;

    @ParameterizedTest(name = "round trip {0} ms")
    @ValueSource(longs = {0, 1, 30, 100, 600})
    void growsToTheCountThatFillsTheLine(long roundTripMillis) {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(roundTripMillis));
        line.run(Duration.ofMinutes(1), streams -> Math.min(streams * 5, 118) * MEGABYTE);
        assertThat(line.tuner.count()).isBetween(24, 32);
    }

    @Test
    void doesNotGrowWhereMoreBringsNothing() {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(30));
        line.run(Duration.ofSeconds(5), streams -> 100 * MEGABYTE);
        assertThat(line.tuner.count()).isEqualTo(4);
        line.run(Duration.ofMinutes(5), streams -> 100 * MEGABYTE);
        assertThat(line.tuner.count()).isLessThan(4);
    }

    /** 32 streams fill the line, 64 overflow its queue, and new ones need seconds to open their windows. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void reachesNearlyBestGoodput_onALineThatOverflows(long seed) {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(100));
        line.opening = Duration.ofMillis(1500);
        line.noise = new SplittableRandom(seed);
        line.run(Duration.ofSeconds(20), StreamCountTunerTest::overflowing);
        double before = line.deliveredBytes;
        line.run(Duration.ofMinutes(5), StreamCountTunerTest::overflowing);
        assertThat((line.deliveredBytes - before) / 300)
                .isGreaterThan(0.9 * overflowing(32));
    }

    /** 16 streams fill the line; 32 overflow it and bring less on average, in bursts. */
    @Test
    void isRarelyMisledByBursts() {
        assertThat(seeds().filter(StreamCountTunerTest::reachesBestGoodputDespiteBursts).count())
                .isGreaterThanOrEqualTo(195);
    }

    private static boolean reachesBestGoodputDespiteBursts(long seed) {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(30));
        line.opening = Duration.ofMillis(700);
        var bursts = new Bursts(seed);
        line.run(Duration.ofSeconds(10), bursts::goodput);
        double before = line.deliveredBytes;
        line.run(Duration.ofSeconds(20), bursts::goodput);
        return (line.deliveredBytes - before) / 20 > 0.9 * 118 * MEGABYTE;
    }

    private static final class Bursts {
        private final SplittableRandom random;
        private int step;
        private double burst;

        Bursts(long seed) {
            random = new SplittableRandom(seed);
        }

        double goodput(int streams) {
            if (step++ % 7 == 0) {
                burst = random.nextDouble(0.7, 1.3);
            }
            return (streams <= 20 ? Math.min(118, 8 * streams) : 95 * burst) * MEGABYTE;
        }
    }

    @ParameterizedTest(name = "round trip {0} ms: {1}")
    @CsvSource({"0, 4", "30, 4", "100, 12", "600, 32"})
    void startsWithWhatALineOfThatRoundTripCanUse(long roundTripMillis, int streams) {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(roundTripMillis));
        line.run(Duration.ofMillis(roundTripMillis + 300), count -> count * MEGABYTE);
        assertThat(line.tuner.count()).isEqualTo(streams);
    }

    /** 16 streams fill the line; 32 would only wait in its queue. */
    @Test
    void doesNotOverfillALineWhoseQueueGrows() {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(30));
        line.queueFrom = 12;
        int most = 0;
        for (int step = 0; step < 150; step++) {
            line.run(Line.STEP, streams -> Math.min(streams * 8, 118) * MEGABYTE);
            most = Math.max(most, line.tuner.count());
        }
        assertThat(most).isEqualTo(16);
        assertThat(line.tuner.count()).isEqualTo(16);
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    private static double overflowing(int streams) {
        return (streams <= 40 ? 2.6 * streams : 80) * MEGABYTE;
    }

    @Test
    void growsAgainWhenTheLineChanges() {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(30));
        line.run(Duration.ofMinutes(1), streams -> Math.min(streams, 8) * MEGABYTE);
        assertThat(line.tuner.count()).isEqualTo(8);
        line.run(Duration.ofMinutes(10), streams -> Math.min(streams, 64) * MEGABYTE);
        assertThat(line.tuner.count()).isEqualTo(64);
    }

    @Test
    void ignoresAppLimitedGoodput() {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(30));
        line.appLimitedShare = 0.5;
        line.run(Duration.ofMinutes(5), streams -> streams * MEGABYTE);
        assertThat(line.tuner.count()).isEqualTo(4);
    }

    @Test
    void keepsTheCountWhileNothingIsSent() {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(30));
        line.appLimitedShare = 1;
        line.run(Duration.ofHours(1), streams -> 0);
        assertThat(line.tuner.count()).isEqualTo(4);
    }

    @Test
    void tunesOnceSomethingIsSent() {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(30));
        line.appLimitedShare = 1;
        line.run(Duration.ofMinutes(5), streams -> 0);
        line.appLimitedShare = 0;
        line.run(Duration.ofMinutes(1), streams -> Math.min(streams, 32) * MEGABYTE);
        assertThat(line.tuner.count()).isEqualTo(32);
    }

    @Test
    void keepsAFixedCount() {
        Line fixed = new Line(new StreamCountTuner(4, 4), Duration.ofMillis(30));
        fixed.run(Duration.ofMinutes(5), streams -> streams * MEGABYTE);
        assertThat(fixed.tuner.count()).isEqualTo(4);
        Line later = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(30));
        later.run(Duration.ofSeconds(2), streams -> streams * MEGABYTE);
        later.tuner.setFixedCount(3);
        later.run(Duration.ofMinutes(5), streams -> streams * MEGABYTE);
        assertThat(later.tuner.count()).isEqualTo(3);
    }

    @Test
    void stepsBackWhenTheStreamsDoNotCome() {
        Line line = new Line(new StreamCountTuner(4, 64), Duration.ofMillis(30));
        line.maxStreams = 4;
        line.run(Duration.ofMinutes(1), streams -> streams * MEGABYTE);
        assertThat(line.tuner.count()).isEqualTo(4);
    }

    /** Simulated line that the tuner observes ten times a second. */
    private static final class Line {
        private static final Duration STEP = Duration.ofMillis(100);

        private final StreamCountTuner tuner;
        private final Duration roundTrip;
        private int maxStreams = Integer.MAX_VALUE;
        private int queueFrom = Integer.MAX_VALUE;
        private double appLimitedShare;
        private Duration opening = Duration.ofNanos(1);
        private @Nullable SplittableRandom noise;
        private double bytesPerSecond;
        private long nowNanos = -5_000_000_000L;
        private double deliveredBytes;
        private double appLimitedNanos;

        Line(StreamCountTuner tuner, Duration roundTrip) {
            this.tuner = tuner;
            this.roundTrip = roundTrip;
        }

        void run(Duration time, IntToDoubleFunction goodput) {
            long end = nowNanos + time.toNanos();
            while (nowNanos < end) {
                int streams = Math.min(maxStreams, tuner.count());
                nowNanos += STEP.toNanos();
                approach(goodput.applyAsDouble(streams));
                deliveredBytes += bytesPerSecond * STEP.toMillis() / 1000;
                appLimitedNanos += appLimitedShare * streams * STEP.toNanos();
                tuner.observe(new StreamCountTuner.Observation(nowNanos, (long) deliveredBytes,
                        (long) appLimitedNanos, streams, roundTripNanos(streams)));
            }
        }

        /** The packets of each stream beyond {@code queueFrom} wait in the line's queue. */
        private long roundTripNanos(int streams) {
            return roundTrip.plusMillis(4L * Math.max(0, streams - queueFrom)).toNanos();
        }

        /** Goodput falls at once, and rises as fast as TCP windows open. */
        private void approach(double goodput) {
            double share = -Math.expm1(-(double) STEP.toNanos() / opening.toNanos());
            double next = Math.min(goodput, bytesPerSecond + share * (goodput - bytesPerSecond));
            bytesPerSecond = noise == null ? next : next * noise.nextDouble(0.95, 1.05);
        }
    }
}

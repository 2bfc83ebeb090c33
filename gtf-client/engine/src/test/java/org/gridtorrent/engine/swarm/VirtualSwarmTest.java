package org.gridtorrent.engine.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole swarms in virtual time; the name of a test has its random seed. */
class VirtualSwarmTest {
    private static final long HOUR_NS = Duration.ofHours(1).toNanos();
    private static final int PIECE_LENGTH = 64 * 1024;
    private static final int SWARMS = TestScale.of("engine.swarms", 200, 1000);
    private static final int HOSTS = TestScale.of("engine.hosts", 60, 200);
    private static final long SEED = TestScale.seed("engine.seed");

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void remainingPeersCompleteWhileOthersConnectAndDisconnect(long seed) {
        var random = new SplittableRandom(seed);
        var swarm = new VirtualSwarm(seed,
                new PieceLayout(1 + random.nextLong(3_000_000), PIECE_LENGTH),
                random.nextBoolean() ? ChokeMode.COOPERATIVE : ChokeMode.BY_RATE,
                random.nextInt(1, 9), () -> delayNs(random));
        swarm.join(true, rate(random), rate(random));
        int deferred = random.nextInt(2, 9);
        for (int i = 0; i < deferred; i++) {
            swarm.join(false, rate(random), rate(random));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            swarm.time().in(random.nextLong(5_000_000_000L),
                    () -> swarm.join(false, rate(random), rate(random)));
        }
        for (int i = random.nextInt(deferred); i > 0; i--) {
            VirtualHost leaver = swarm.hosts().get(i);
            swarm.time().in(random.nextLong(5_000_000_000L), leaver::disconnect);
        }
        assertThat(swarm.run(HOUR_NS)).as("all complete within an hour").isTrue();
        assertThat(swarm.hosts()).filteredOn(host -> !host.isDisconnected())
                .allMatch(VirtualHost::isComplete);
    }

    static LongStream seeds() {
        return LongStream.range(SEED, SEED + SWARMS);
    }

    /** One-way delay, from a local network to another continent. */
    private static long delayNs(SplittableRandom random) {
        return random.nextLong(100_000, 150_000_000);
    }

    @Test
    void manyPeersOfAnyRatesAndDelaysComplete() {
        var random = new SplittableRandom(SEED);
        var swarm = new VirtualSwarm(SEED, new PieceLayout(4_000_000, PIECE_LENGTH),
                ChokeMode.COOPERATIVE, 40, () -> delayNs(random));
        swarm.join(true, 5_000_000, 5_000_000);
        for (int i = 1; i < HOSTS; i++) {
            swarm.join(false, 1_000_000 + rate(random), 1_000_000 + rate(random));
        }
        assertThat(swarm.run(HOUR_NS)).as("all complete within an hour").isTrue();
        assertThat(swarm.hosts()).hasSize(HOSTS).allMatch(VirtualHost::isComplete);
    }

    private static long rate(SplittableRandom random) {
        return random.nextLong(100_000, 5_000_000);
    }

    /** Windows so long that each seed could owe the whole content; 256 KiB are requested twice at most. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("fewerSeeds")
    void endgameFromTwoSeedsWastesLittle(long seed) {
        var random = new SplittableRandom(seed);
        var swarm = new VirtualSwarm(seed, new PieceLayout(20_000_000, PIECE_LENGTH),
                ChokeMode.COOPERATIVE, 4);
        swarm.join(true, 100 * rate(random), 100_000_000);
        swarm.join(true, 100 * rate(random), 100_000_000);
        VirtualHost leech = swarm.join(false, 1_000_000, 1_000_000_000);
        assertThat(swarm.run(HOUR_NS)).isTrue();
        assertThat(leech.wastedBytes()).isLessThanOrEqualTo(2 * 256 * 1024);
    }

    static LongStream fewerSeeds() {
        return seeds().limit(SWARMS / 5);
    }

    /** Slow seeds send a block in ten seconds, or in an hour. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("fewerSeeds")
    void slowSeedsDoNotDelayFastOne(long seed) {
        var random = new SplittableRandom(seed);
        var swarm = new VirtualSwarm(seed,
                new PieceLayout(1 + random.nextLong(3_000_000), PIECE_LENGTH),
                ChokeMode.COOPERATIVE, 4);
        for (int i = random.nextInt(2, 9); i > 0; i--) {
            swarm.join(true, random.nextBoolean() ? 5 : 1_700, 1_000_000);
        }
        swarm.join(true, 1_000_000, 1_000_000);
        swarm.join(false, 1_000_000, 1_000_000);
        assertThat(swarm.run(Duration.ofMinutes(1).toNanos())).isTrue();
    }

    @Test
    void sameRandomSeedGivesSameRun() {
        assertThat(distributionNs(7)).isEqualTo(distributionNs(7)).isNotEqualTo(distributionNs(8));
    }

    private static long distributionNs(long seed) {
        var swarm = new VirtualSwarm(seed, new PieceLayout(2_000_000, PIECE_LENGTH),
                ChokeMode.COOPERATIVE, 4);
        swarm.join(true, 1_000_000, 1_000_000);
        for (int i = 0; i < 6; i++) {
            swarm.join(false, 1_000_000, 1_000_000);
        }
        assertThat(swarm.run(HOUR_NS)).isTrue();
        return swarm.distributionNs();
    }
}

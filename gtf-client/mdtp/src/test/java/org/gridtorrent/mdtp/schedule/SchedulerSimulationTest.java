package org.gridtorrent.mdtp.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fetches in a simulated network, whose times are exact and are asserted therefore. */
class SchedulerSimulationTest {
    private static final int SEEDS = TestScale.of("schedule.seeds", 300, 10_000);
    private static final double MBIT = 1e6 / 8;
    private static final double LIMIT = 1000;
    private static final int SECOND_FASTEST = 4;
    private static final int FASTEST = 5;

    /**
     * One fetch.
     *
     * @param useful servers that count for the ideal
     * @param aim most time, as a multiple of the ideal
     */
    record Fetch(String name, List<FluidServer> servers, List<FluidServer> useful, long length,
            double aim) {
        @Override
        public String toString() {
            return name + ", " + (length >> 20) + " MiB";
        }
    }

    static Stream<Fetch> shortFetches() {
        return fetches(256L << 20);
    }

    static Stream<Fetch> longFetches() {
        return fetches(1L << 30);
    }

    private static Stream<Fetch> fetches(long length) {
        double half = FluidNetwork.ideal(base(), length) / 2;
        return Stream.of(
                fetch("base", 1.03, length, 0, server -> server),
                fetch("+500 ms on the fastest", 1.06, length, FASTEST,
                        server -> server.withRoundTrip(0.52)),
                fetch("fastest to a tenth halfway", 1.06, length, FASTEST,
                        server -> server.withRate(t -> (t < half ? 320 : 32) * MBIT)),
                fetch("slowest ten times faster halfway", 1.06, length, 0,
                        server -> server.withRate(t -> (t < half ? 10 : 100) * MBIT)),
                fetch("one 100 times slower than the fastest", 1.06, length, 0,
                        server -> server.withRate(_ -> 3.2 * MBIT)),
                fetch("second fastest stalls halfway", 1.06, length, SECOND_FASTEST,
                        server -> server.withRate(t -> t < half ? 160 * MBIT : 0)),
                fetch("second fastest dies halfway", 1.06, length, SECOND_FASTEST,
                        server -> server.withRate(t -> t < half ? 160 * MBIT : 0)
                                .withAlive(t -> t < half)),
                new Fetch("second fastest has other bytes",
                        with(SECOND_FASTEST, FluidServer::withFalseBytes),
                        with(SECOND_FASTEST, server -> server.withRate(_ -> 0)), length, 1.06));
    }

    private static Fetch fetch(String name, double aim, long length, int changed,
            UnaryOperator<FluidServer> change) {
        List<FluidServer> servers = with(changed, change);
        return new Fetch(name, servers, servers, length, aim);
    }

    private static List<FluidServer> base() {
        return Stream.of(10, 20, 40, 80, 160, 320).map(rate -> FluidServer.of(rate * MBIT))
                .toList();
    }

    private static List<FluidServer> with(int changed, UnaryOperator<FluidServer> change) {
        List<FluidServer> servers = new ArrayList<>(base());
        servers.set(changed, change.apply(servers.get(changed)));
        return servers;
    }

    private static AdaptiveScheduler scheduler(int replicas, OptionalLong length) {
        return new AdaptiveScheduler(replicas, length, List.of(),
                AdaptiveScheduler.Options.DEFAULTS);
    }

    @ParameterizedTest
    @MethodSource({"shortFetches", "longFetches"})
    void comesNearTheIdealWhenTheLengthIsKnown(Fetch fetch) {
        assertNearIdeal(fetch, OptionalLong.of(fetch.length()));
    }

    @ParameterizedTest
    @MethodSource("shortFetches")
    void comesNearTheIdealWhenTheLengthIsUnknown(Fetch fetch) {
        assertNearIdeal(fetch, OptionalLong.empty());
    }

    private static void assertNearIdeal(Fetch fetch, OptionalLong length) {
        FluidNetwork network = new FluidNetwork(fetch.servers(), fetch.length(),
                scheduler(fetch.servers().size(), length));
        double ideal = FluidNetwork.ideal(fetch.useful(), fetch.length());

        OptionalDouble time = network.run(LIMIT);

        System.out.println(fetch + ": " + network.describe(ideal));
        assertThat(network.hasWholeFile()).isTrue();
        assertThat(time.getAsDouble() / ideal).isLessThanOrEqualTo(fetch.aim());
        assertThat(network.wastedBytes()).isLessThanOrEqualTo(fetch.length() / 100);
        assertThat(network.bytesOfEach()).doesNotContain(0L);
    }

    @Test
    void usesFourConnectionsWhereEachBringsAQuarterOfTheRate() {
        FluidServer server = FluidServer.of(320 * MBIT).withConnectionRate(80 * MBIT);

        FluidNetwork network = single(server, 1L << 30);

        OptionalDouble time = network.run(LIMIT);

        assertThat(network.connectionsOfEach()).containsExactly(4);
        double ideal = FluidNetwork.ideal(List.of(FluidServer.of(320 * MBIT)), 1L << 30);
        assertThat(time.getAsDouble() / ideal).isLessThan(1.15);
    }

    private static FluidNetwork single(FluidServer server, long length) {
        return new FluidNetwork(List.of(server), length, scheduler(1, OptionalLong.of(length)));
    }

    @Test
    void asksOneRangeAfterAnotherWhereOneConnectionIsAccepted() {
        FluidNetwork network = single(FluidServer.of(320 * MBIT).withConnections(1), 1L << 30);

        OptionalDouble time = network.run(LIMIT);

        double ideal = FluidNetwork.ideal(List.of(FluidServer.of(320 * MBIT)), 1L << 30);
        assertThat(time.getAsDouble() / ideal).isLessThan(1.03);
    }

    @Test
    void asksAReplicaThatWasSilentAgain() {
        List<FluidServer> servers = List.of(FluidServer.of(10 * MBIT),
                FluidServer.of(80 * MBIT).withRate(t -> t < 3 || t > 8 ? 80 * MBIT : 0));
        FluidNetwork network = new FluidNetwork(servers, 256L << 20,
                scheduler(2, OptionalLong.of(256L << 20)));

        double time = network.run(LIMIT).getAsDouble();

        double ideal = FluidNetwork.ideal(servers, 256L << 20);
        assertThat(time - ideal).isLessThan(5);
    }

    @Test
    void fetchesALargeFileInFewRequests() {
        long length = 64L << 30;
        List<FluidServer> servers = Stream.of(0.5e9, 1e9, 1.5e9, 2e9).map(FluidServer::of).toList();
        FluidNetwork network = new FluidNetwork(servers, length,
                scheduler(4, OptionalLong.of(length)));

        double time = network.run(LIMIT).getAsDouble();

        assertThat(time / FluidNetwork.ideal(servers, length)).isLessThan(1.03);
        assertThat(network.requestsOfEach()).allMatch(requests -> requests < 100);
    }

    /** Random replicas come, go, stall, fail, change and lie; the first one of them stays. */
    @Test
    void completesRandomFetchesAsLongAsOneReplicaLives() {
        long first = TestScale.seed("schedule.seed");
        for (long seed = first; seed < first + SEEDS; seed++) {
            RandomFetch fetch = new RandomFetch(new Random(seed));
            try {
                fetch.check();
            } catch (AssertionError e) {
                throw new AssertionError("-Dschedule.seed=" + seed + " " + fetch, e);
            }
        }
    }

    private static final class RandomFetch {
        private static final double MAX_DELAY = 15;

        private final Random random;
        private final long length;
        private final List<FluidServer> servers = new ArrayList<>();
        private final List<ByteRange> present = new ArrayList<>();
        private final boolean isLengthKnown;
        private final double leastRate;

        RandomFetch(Random random) {
            this.random = random;
            length = (long) logarithmic(1, 60e6);
            isLengthKnown = random.nextBoolean();
            double rate = logarithmic(1e6, 40e6);
            leastRate = rate;
            servers.add(FluidServer.of(rate).withRoundTrip(logarithmic(0.001, 0.4)));
            for (int i = random.nextInt(8); i > 0; i--) {
                servers.add(server());
            }
            for (int i = random.nextInt(4); i > 0 && length > 1; i--) {
                long start = random.nextLong(length - 1);
                present.add(new ByteRange(start, start + 1 + random.nextLong(length - start - 1)));
            }
        }

        private double logarithmic(double least, double most) {
            return least * Math.exp(random.nextDouble() * Math.log(most / least));
        }

        private FluidServer server() {
            double rate = logarithmic(1e5, 40e6);
            double from = random.nextDouble() * 4;
            double to = from + random.nextDouble() * 8;
            double later = rate * logarithmic(0.001, 10);
            FluidServer server = FluidServer.of(rate).withRoundTrip(logarithmic(0.001, 0.4));
            server = switch (random.nextInt(8)) {
                case 0 -> server.withRate(t -> t > from && t < to ? 0 : rate);
                case 1 -> server.withRate(t -> t > from ? 0 : rate);
                case 2 -> server.withRate(t -> t > from ? later : rate);
                case 3 -> server.withAlive(t -> t < from || t > to);
                case 4 -> server.withAlive(t -> t < from);
                case 5 -> server.withFalseBytes();
                default -> server;
            };
            server = random.nextInt(4) == 0
                    ? server.withConnections(1 + random.nextInt(3))
                    : server;
            server = random.nextInt(4) == 0 ? server.withConnectionRate(rate / 4) : server;
            return random.nextInt(4) == 0 ? server.withAnswerDelay(random.nextDouble()) : server;
        }

        void check() {
            OptionalLong known = isLengthKnown ? OptionalLong.of(length) : OptionalLong.empty();
            FluidNetwork network = new FluidNetwork(servers, length,
                    new AdaptiveScheduler(servers.size(), known, present,
                            AdaptiveScheduler.Options.DEFAULTS))
                    .withPresent(present);
            OptionalDouble time = network.run(LIMIT);
            assertThat(time).isPresent();
            assertThat(network.hasWholeFile()).isTrue();
            assertThat(time.getAsDouble()).isLessThan(MAX_DELAY + 2 * length / leastRate);
        }

        @Override
        public String toString() {
            return length + " bytes of " + servers + ", present " + present;
        }
    }
}

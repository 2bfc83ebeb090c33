package org.gridtorrent.mdtp.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.gridtorrent.mdtp.schedule.FluidNetwork.Server;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fetches in a simulated network, whose times are exact and can be asserted. */
class SchedulerSimulationTest {
    private static final double MBIT = 1e6 / 8;
    private static final double LIMIT_SECONDS = 1000;
    private static final int FASTEST = 5;

    record Case(String name, List<Server> servers, long length, double aim) {
        @Override
        public String toString() {
            return name + ", " + (length >> 20) + " MiB";
        }
    }

    static Stream<Case> cases() {
        return Stream.of(256L << 20, 1L << 30).flatMap(SchedulerSimulationTest::cases);
    }

    private static Stream<Case> cases(long length) {
        double half = FluidNetwork.idealSeconds(base(), length) / 2;
        return Stream.of(
                new Case("base", base(), length, 1.03),
                new Case("+500 ms on the fastest",
                        with(FASTEST, server -> server.withRoundTrip(0.52)), length, 1.06),
                new Case("fastest to a tenth halfway", with(FASTEST,
                        server -> server.withRate(t -> (t < half ? 320 : 32) * MBIT)), length,
                        1.06),
                new Case("slowest ten times faster halfway",
                        with(0, server -> server.withRate(t -> (t < half ? 10 : 100) * MBIT)),
                        length,
                        1.06),
                new Case("one 100 times slower than the fastest",
                        with(0, server -> server.withRate(_ -> 3.2 * MBIT)), length, 1.06),
                new Case("second fastest stalls halfway",
                        with(4, server -> server.withRate(t -> t < half ? 160 * MBIT : 0)), length,
                        1.06),
                new Case("second fastest dies halfway",
                        with(4, server -> server.withRate(t -> t < half ? 160 * MBIT : 0)
                                .withAlive(t -> t < half)),
                        length, 1.06));
    }

    private static List<Server> base() {
        return Stream.of(10, 20, 40, 80, 160, 320).map(rate -> Server.of(rate * MBIT)).toList();
    }

    private static List<Server> with(int server, UnaryOperator<Server> change) {
        List<Server> servers = new ArrayList<>(base());
        servers.set(server, change.apply(servers.get(server)));
        return servers;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void comesNearTheIdealTimeWithEveryReplica(Case one) {
        AdaptiveScheduler scheduler = new AdaptiveScheduler(6, OptionalLong.of(one.length()),
                List.of(), AdaptiveScheduler.Options.DEFAULTS);
        FluidNetwork network = new FluidNetwork(one.servers(), one.length(), scheduler);

        OptionalDouble seconds = network.run(LIMIT_SECONDS);

        double ideal = FluidNetwork.idealSeconds(one.servers(), one.length());
        System.out.println(one + network.describe(ideal));
        assertThat(seconds).isPresent();
        assertThat(network.hasAll()).isTrue();
        assertThat(seconds.getAsDouble() / ideal).isLessThanOrEqualTo(one.aim());
        assertThat(network.wastedBytes()).isLessThanOrEqualTo(one.length() / 100);
        assertThat(network.tallies).allMatch(tally -> tally.bytes > 0);
    }
}

package org.gridtorrent.bench.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.bench.endpoint.EndpointOrder;
import org.gridtorrent.bench.endpoint.EndpointOrder.Wire;
import org.gridtorrent.bench.experiment.EmulatedLine;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** With one real line for all; skipped, with the reason, where none can be made. */
@TestInstance(Lifecycle.PER_CLASS)
class WanLineTest {
    private static final int BUFFER_BYTES = 256 * 1024;
    private static final WanPlan PLAN = new WanPlan(Duration.ofMillis(5), 0, List.of(1, 2), 1, 0,
            1, 1);

    private final WanLine line = line();

    WanLineTest() throws IOException, InterruptedException {}

    private static WanLine line() throws IOException, InterruptedException {
        LineSpec spec = LineSpec.of(2, PLAN.rtt(), 20_000_000, PLAN.loss(), OptionalLong.empty(),
                Map.of(), 1);
        try {
            return new WanLine(new EmulatedLine("test", spec));
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }

    @AfterAll
    void close() {
        line.close();
    }

    @Test
    void bothEnds_doAsTheyAreTold() throws IOException {
        assertThat(line.network().words()).startsWith("5ms, 20mbit, loss 0%, ");
        assertThat(line.transfer(Wire.ptcp(4, BUFFER_BYTES), 0, 1).streams()).isEqualTo(4);
        assertThat(line.transfer(Wire.tuned(BUFFER_BYTES), 0, 1).megabitsPerSecond())
                .isPositive();
        assertThat(line.transfer(Wire.plain(1, BUFFER_BYTES), 0, 1).megabitsPerSecond())
                .isPositive();
        EndpointOrder.Costs costs = costs(Wire.ptcp(4, BUFFER_BYTES));
        // A control channel and four data channels.
        assertThat(costs.descriptors()).isGreaterThanOrEqualTo(5);
        assertThat(costs(Wire.plain(1, BUFFER_BYTES)).descriptors()).isEqualTo(1);
    }

    private EndpointOrder.Costs costs(Wire wire) throws IOException {
        int port = line.receiver().ask(new EndpointOrder.Listen(wire), EndpointOrder.Port.class).port();
        line.receiver().ask(new EndpointOrder.Accept(), EndpointOrder.Port.class);
        return line.sender().ask(
                new EndpointOrder.Cost(wire, line.network().receiver().address(), port, 10),
                EndpointOrder.Costs.class);
    }

    @Test
    void withoutIperf3_ptcpIsMeasuredAgainstItself() throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        List<String> said = new ArrayList<>();
        new WanRounds("test", PLAN, line, said::add, Optional.of("iperf3 is not here"))
                .run(results::add);
        assertThat(said).anyMatch(text -> text.contains("2 streams: PTCP"));
        assertThat(results).hasSize(4);
        assertThat(results.subList(0, 2)).allSatisfy(result -> assertThat(result)
                .isInstanceOfSatisfying(Result.Skipped.class, skipped -> assertThat(skipped)
                        .extracting(Result.Skipped::peer, Result.Skipped::reason)
                        .containsExactly("iperf3", "iperf3 is not here")));
        assertThat(results.subList(2, 4)).allSatisfy(result -> assertThat(result)
                .isInstanceOfSatisfying(Result.Measured.class, measured -> {
                    assertThat(measured.peer()).startsWith("PTCP, the best fixed count: ");
                    assertThat(measured.peerValue()).isPositive();
                }));
    }
}

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
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketSpec;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.testbed.EmulatedLine;
import org.gridtorrent.bench.testbed.Network;
import org.gridtorrent.bench.testbed.Testbed;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** With one real line for all; skipped, with the reason, where none can be made. */
@TestInstance(Lifecycle.PER_CLASS)
class PtcpWanTest {
    private static final int BUFFER_BYTES = 256 * 1024;
    private static final PtcpWan.Plan PLAN = new PtcpWan.Plan(Duration.ofMillis(5), 0,
            List.of(1, 2), 1, 0, 1, 1);

    private final Network line = line();
    private final EndpointPair ends = new EndpointPair(line.sender(), line.receiver());

    PtcpWanTest() throws IOException, InterruptedException {}

    private static Network line() throws IOException, InterruptedException {
        LineSpec spec = LineSpec.of(2, PLAN.rtt(), 20_000_000, PLAN.loss(), OptionalLong.empty(),
                Map.of(), 1);
        try {
            return new EmulatedLine("test", spec);
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }

    @AfterAll
    void close() {
        ends.close();
        line.close();
    }

    @Test
    void carriesOutOrdersOnBothEnds() throws IOException {
        assertThat(line.describe()).startsWith("5ms, 20mbit, loss 0%, ");
        assertThat(ends.transfer(SocketSpec.ptcp(4, BUFFER_BYTES), 0, 1).streams()).isEqualTo(4);
        assertThat(ends.transfer(SocketSpec.tuned(BUFFER_BYTES), 0, 1).megabitsPerSecond())
                .isPositive();
        assertThat(ends.transfer(SocketSpec.plain(1, BUFFER_BYTES), 0, 1).megabitsPerSecond())
                .isPositive();
        // A control channel and four data channels.
        assertThat(ends.cost(SocketSpec.ptcp(4, BUFFER_BYTES), 10).descriptors())
                .isGreaterThanOrEqualTo(5);
        assertThat(ends.cost(SocketSpec.plain(1, BUFFER_BYTES), 10).descriptors()).isEqualTo(1);
    }

    @Test
    void withoutIperf3_ptcpIsMeasuredAgainstItself() throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        List<String> said = new ArrayList<>();
        PtcpWan.measure(new ExperimentRun("test", Scale.QUICK, Testbed.EMULATED, said::add,
                results::add), PLAN, line, ends, Optional.of("iperf3 is not here"));
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

package org.gridtorrent.bench.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a real line; skipped, with the reason, where none can be made. */
class TransferRoundsTest {
    private static final Transfer.Plan PLAN = new Transfer.Plan(Duration.ofMillis(5), 0,
            List.of(2), false, 1, 0.5);

    @Test
    void oursAreComparedWithEachThatIsThere_andOneThatIsNotSaysWhy()
            throws IOException, InterruptedException {
        Mover absent = new Absent();
        List<Result> results = new ArrayList<>();
        try (TransferField field = field()) {
            new TransferRounds("test", PLAN, List.of(EndpointMover.ptcp(),
                    new GridTorrentMover(), EndpointMover.plain(), absent), field)
                    .run(results::add);
        }
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .extracting(Result::subject, Result::peer)
                .containsExactly(
                        tuple("PTCP", "plain TCP"),
                        tuple("GridTorrent",
                                "PTCP, memory to memory"));
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .allSatisfy(result -> assertThat((Result.Measured) result)
                        .satisfies(row -> assertThat(row.value()).isPositive())
                        .satisfies(row -> assertThat(row.peerValue()).isPositive()));
        assertThat(results).filteredOn(result -> result.peer().equals(absent.title())).hasSize(2)
                .allSatisfy(result -> assertThat(((Result.Skipped) result).reason())
                        .isEqualTo("it is not here"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"iperf3", "GridFTP", "UDT", "FDT"})
    void anotherProgramThatIsThere_movesWhatItCan(String title)
            throws IOException, InterruptedException {
        Mover mover = Movers.all().stream().filter(one -> one.title().equals(title)).findFirst()
                .orElseThrow();
        assumeTrue(mover.missing(Way.MEMORY).isEmpty() || mover.missing(Way.DISK).isEmpty(),
                () -> mover.missing(Way.DISK).orElse(""));
        try (TransferField field = field()) {
            for (Way way : Way.values()) {
                if (mover.missing(way).isEmpty()) {
                    assertThat(mover.move(PLAN.load(way, 2), field)).isPositive();
                }
            }
        }
    }

    private static final class Absent implements Mover {
        @Override
        public String title() {
            return "absent";
        }

        @Override
        public Optional<String> missing(Way way) {
            return Optional.of("it is not here");
        }

        @Override
        public double move(Load load, TransferField field) {
            throw new IllegalStateException("asked, though missing");
        }
    }

    private static TransferField field() throws IOException, InterruptedException {
        LineSpec spec = LineSpec.of(2, PLAN.rtt(), 100_000_000, PLAN.loss(),
                OptionalLong.empty(), Map.of(), 1);
        try {
            return new TransferField("test", spec, text -> {});
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }
}

package org.gridtorrent.bench.transfer;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.EmulatedLine;
import org.gridtorrent.bench.testbed.Network;
import org.gridtorrent.bench.testbed.Testbed;
import org.gridtorrent.terminal.CommandFailure;

/** Real line of 20 Mb/s with its testbed. */
record TestLine(Network line, TransferTestbed testbed) implements AutoCloseable {
    /** Rate of one flow, and of all. */
    static final ExpectedRate RATE = new ExpectedRate(18, 18);
    /** A tool that is not installed. */
    static final TransferTool ABSENT = new OtherTool("absent", Optional.of("it is not here"));
    /** A tool that is installed, and cannot move anything. */
    static final TransferTool FAILING = new OtherTool("failing", Optional.empty());

    /** Ours, one of others, one that is absent, and one that fails. */
    static List<TransferTool> tools() {
        return List.of(SocketTool.ptcp(), new GridTorrentTool(), SocketTool.plain(), ABSENT,
                FAILING);
    }

    /** Skips the test, with the reason, where no line can be made. */
    static TestLine make(Duration rtt, double loss) throws IOException, InterruptedException {
        LineSpec spec = LineSpec.of(2, rtt, 20_000_000, loss, OptionalLong.empty(), Map.of(), 1);
        try {
            Network line = new EmulatedLine("test", spec);
            return new TestLine(line,
                    new TransferTestbed(line, ContentFolder.DISK, text -> {}));
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }

    static ExperimentRun run(List<Result> results) {
        return new ExperimentRun("test", Scale.QUICK, Testbed.EMULATED, line -> {}, results::add);
    }

    @Override
    public void close() {
        testbed.close();
        line.close();
    }

    private record OtherTool(String title, Optional<String> absence) implements TransferTool {
        @Override
        public Optional<String> missing(Medium medium) {
            return absence;
        }

        @Override
        public double move(TransferJob job, TransferTestbed testbed) throws IOException {
            if (absence.isPresent()) {
                throw new IllegalStateException("asked, though missing");
            }
            throw new IOException("no route");
        }
    }
}

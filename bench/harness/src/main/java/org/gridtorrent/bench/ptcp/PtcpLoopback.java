package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.TransferCost;

/** Experiment {@code ptcp-loopback}: cost of striping where the line costs nothing. */
public final class PtcpLoopback {
    private static final List<Integer> STREAM_COUNTS = List.of(1, 4);
    /** In the first rounds the compiler takes a quarter of the processors' time. */
    private static final int WARM_UP_ROUNDS = 6;
    private static final String CHANNEL = "SocketChannel";

    private PtcpLoopback() {}

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        long length = (run.isQuick() ? 16L : 1024L) << 20;
        Optional<String> noIperf3 = Iperf3.missing();
        List<Comparison> cases = new ArrayList<>();
        for (int streams : STREAM_COUNTS) {
            Comparison one = new Comparison(Comparison.counted(streams, "stream"))
                    .with(CHANNEL, () -> reading(LoopbackTransfer.channel(length)))
                    .with("PTCP", () -> reading(LoopbackTransfer.ptcp(streams, length)));
            if (noIperf3.isEmpty()) {
                one.with("iperf3", () -> reading(LoopbackTransfer.iperf3(streams, length)));
            }
            cases.add(one);
        }
        Rounds rounds = run.roundsBoundByProcessors();
        rounds.warmUp(WARM_UP_ROUNDS, cases);
        rounds.run(run.scale().rounds(), cases);
        for (Comparison one : cases) {
            rounds.row(one, Metric.GOODPUT, "PTCP", CHANNEL);
            rounds.row(one, Metric.CPU, "PTCP", CHANNEL);
            noIperf3.ifPresentOrElse(why -> run.skip(one.setting(), "PTCP", "iperf3", why),
                    () -> rounds.row(one, Metric.GOODPUT, "PTCP", "iperf3"));
        }
    }

    private static Reading reading(TransferCost cost) {
        return Reading.of(Metric.GOODPUT, cost.mebibytesPerSecond())
                .and(Metric.CPU, cost.cpuSecondsPerGibibyte());
    }
}

package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Carrier;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;

/** What striping costs where the line costs nothing: memory to memory over the loopback interface. */
public final class PtcpLoopback implements Experiment {
    private static final List<Integer> STREAM_COUNTS = List.of(1, 4);
    private static final long MEBIBYTE = 1 << 20;

    /** In the first two the compiler still has much to do, at the cost of what is measured. */
    private static final int WARM_UP_ROUNDS = 2;

    @Override
    public String name() {
        return "ptcp-loopback";
    }

    @Override
    public String question() {
        return "How fast is PTCP, and what CPU does it take, beside one plain SocketChannel?";
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        long length = (scale == Scale.QUICK ? 16 : 1024) * MEBIBYTE;
        Optional<String> withoutIperf3 = Tool.missing("iperf3", "iperf3");
        Subject plain = new Subject(new PlainCarrier());
        List<Case> cases = STREAM_COUNTS.stream()
                .map(streams -> new Case(streams, withoutIperf3.isEmpty()))
                .toList();
        List<Subject> all = new ArrayList<>(List.of(plain));
        for (Case one : cases) {
            all.add(one.ptcp);
            one.iperf3.ifPresent(all::add);
        }
        measure(all, scale, length, progress);
        for (Case one : cases) {
            results.accept(compare(one, Metric.GOODPUT, plain));
            results.accept(compare(one, Metric.CPU, plain));
            results.accept(one.iperf3
                    .map(iperf3 -> compare(one, Metric.GOODPUT, iperf3))
                    .orElseGet(() -> new Result.Skipped(name(), one.setting(), "PTCP", "iperf3",
                            withoutIperf3.orElse("not run"))));
        }
    }

    private void measure(List<Subject> subjects, Scale scale, long length, Progress progress)
            throws IOException, InterruptedException {
        var undisturbed = RetryOnNoise.byProcessors(name(), progress);
        for (int round = 1 - WARM_UP_ROUNDS; round <= scale.rounds(); round++) {
            progress.say(round <= 0
                    ? name() + ": a round to warm up"
                    : name() + ": round " + round + " of " + scale.rounds());
            if (round <= 0) {
                var _ = carry(subjects, length);
                continue;
            }
            List<Carrier.Trip> trips = undisturbed.measure(name(), () -> carry(subjects, length));
            for (int i = 0; i < subjects.size(); i++) {
                subjects.get(i).goodput.add(trips.get(i).mebibytesPerSecond());
                subjects.get(i).cpu.add(trips.get(i).cpuSecondsPerGibibyte());
            }
        }
    }

    private static List<Carrier.Trip> carry(List<Subject> subjects, long length)
            throws IOException, InterruptedException {
        List<Carrier.Trip> trips = new ArrayList<>();
        for (Subject subject : subjects) {
            trips.add(subject.carrier.carry(length));
        }
        return trips;
    }

    private Result compare(Case one, Metric metric, Subject peer) {
        return Result.Measured.of(name(), one.setting(), metric, one.ptcp.carrier.name(),
                one.ptcp.samples(metric), peer.carrier.name(), peer.samples(metric));
    }

    /** PTCP with so many streams, and iperf3 with as many if it is there. */
    private static final class Case {
        private final int streams;
        private final Subject ptcp;
        private final Optional<Subject> iperf3;

        Case(int streams, boolean withIperf3) {
            this.streams = streams;
            ptcp = new Subject(new PtcpCarrier(streams));
            iperf3 = withIperf3
                    ? Optional.of(new Subject(new Iperf3Carrier(streams)))
                    : Optional.empty();
        }

        String setting() {
            return streams == 1 ? "1 stream" : streams + " streams";
        }
    }

    private static final class Subject {
        private final Carrier carrier;
        private final Samples goodput = new Samples();
        private final Samples cpu = new Samples();

        Subject(Carrier carrier) {
            this.carrier = carrier;
        }

        Samples samples(Metric metric) {
            return metric.equals(Metric.CPU) ? cpu : goodput;
        }
    }
}

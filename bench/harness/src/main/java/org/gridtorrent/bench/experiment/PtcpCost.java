package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.gridtorrent.bench.endpoint.Order;
import org.gridtorrent.bench.endpoint.Order.Wire;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.terminal.CommandFailure;

/** What an open PTCP socket takes, and how long it takes to make one. */
final class PtcpCost implements Experiment {
    private static final Duration RTT = Duration.ofMillis(100);
    private static final String PEER = "Socket";
    private static final int SOCKETS = 20;
    private static final int CONNECTIONS = 3;

    /** The default, and fixed counts. */
    private static final List<Integer> COUNTS = List.of(0, 1, 16);

    @Override
    public String name() {
        return "ptcp-cost";
    }

    @Override
    public String question() {
        return "What memory and threads does an idle PTCP socket take, and how many round trips to open?";
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        try (WanLine line = new WanLine(name(), RTT, 0, 1)) {
            progress.say(name() + ": " + line.words());
            new Costs(scale, line, progress).run(results);
            progress.say(name() + ": " + line.health());
        } catch (CommandFailure e) {
            results.accept(new Result.Skipped(name(), "all", "PTCP", PEER, e.line()));
        }
    }

    /** The rounds. */
    private final class Costs {
        private final Scale scale;
        private final WanLine line;
        private final Progress progress;
        private final Subject plain = new Subject("", Wire.plain(PtcpWan.BUFFER_BYTES));
        private final List<Subject> subjects = COUNTS.stream().map(count -> new Subject(
                count == 0 ? "as it comes" : count == 1 ? "1 stream" : count + " streams",
                Wire.ptcp(count, PtcpWan.BUFFER_BYTES))).toList();

        Costs(Scale scale, WanLine line, Progress progress) {
            this.scale = scale;
            this.line = line;
            this.progress = progress;
        }

        void run(Consumer<Result> results) throws IOException {
            for (int round = 0; round <= scale.rounds(); round++) {
                progress.say(name() + ": round " + round + " of " + scale.rounds());
                plain.measure(line, round > 0);
                for (Subject subject : subjects) {
                    subject.measure(line, round > 0);
                }
            }
            for (Subject subject : subjects) {
                results.accept(compare(subject, Metric.CONNECT, one -> one.connect));
                results.accept(compare(subject, Metric.MEMORY, one -> one.memory));
                results.accept(compare(subject, Metric.VIRTUAL_THREADS, one -> one.virtual));
                results.accept(compare(subject, Metric.PLATFORM_THREADS, one -> one.platform));
                results.accept(compare(subject, Metric.DESCRIPTORS, one -> one.descriptors));
            }
        }

        private Result compare(
                Subject subject,
                Metric metric,
                Function<Subject, Samples> samples) {
            return Result.Measured.of(name(), line.words() + ": " + subject.setting, metric,
                    "PTCP", samples.apply(subject), PEER, samples.apply(plain));
        }
    }

    private static final class Subject {
        private final String setting;
        private final Wire wire;
        private final Samples connect = new Samples();
        private final Samples memory = new Samples();
        private final Samples virtual = new Samples();
        private final Samples platform = new Samples();
        private final Samples descriptors = new Samples();

        Subject(String setting, Wire wire) {
            this.setting = setting;
            this.wire = wire;
        }

        void measure(WanLine line, boolean counts) throws IOException {
            int port = line.receiver().ask(new Order.Listen(wire), Order.Port.class).port();
            line.receiver().ask(new Order.Accept(), Order.Port.class);
            Order.Connected connected = line.sender().ask(
                    new Order.Connect(wire, line.receiverAddress(), port, CONNECTIONS),
                    Order.Connected.class);
            Order.Costs costs = line.sender().ask(
                    new Order.Cost(wire, line.receiverAddress(), port, SOCKETS),
                    Order.Costs.class);
            if (counts) {
                connected.milliseconds().forEach(
                        millis -> connect.add(millis / RTT.toMillis()));
                memory.add(costs.bytes() / 1024);
                virtual.add(costs.virtualThreads());
                platform.add(costs.platformThreads());
                descriptors.add(costs.descriptors());
            }
        }
    }
}

package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.gridtorrent.bench.endpoint.EndpointOrder;
import org.gridtorrent.bench.endpoint.EndpointOrder.Wire;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.EmulatedLine;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.terminal.CommandFailure;

/** What an open PTCP socket takes, and how long it takes to make one. */
public final class PtcpCost implements Experiment {
    private static final String PEER = "Socket";
    private static final int CONNECTIONS = 3;

    /**
     * What is measured.
     *
     * @param counts of streams; 0 for as many as come by themselves
     */
    private record Plan(Duration rtt, int sockets, List<Integer> counts, int warmUps) {
        static Plan of(Scale scale) {
            return scale == Scale.QUICK
                    ? new Plan(Duration.ofMillis(20), 5, List.of(0), 0)
                    : new Plan(Duration.ofMillis(100), 20, List.of(0, 1, 16), 1);
        }
    }

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
        Plan plan = Plan.of(scale);
        try (WanLine line = new WanLine(
                new EmulatedLine(name(), LineSpec.ofTwo(plan.rtt, 0, 1)))) {
            progress.say(name() + ": " + line.network().words());
            new Costs(scale, plan, line, progress).run(results);
            progress.crossed(line.network().words() + ": " + line.network().health());
        } catch (CommandFailure e) {
            results.accept(new Result.Skipped(name(), "all", "PTCP", PEER, e.line()));
        }
    }

    /** The rounds. */
    private final class Costs {
        private final Scale scale;
        private final Plan plan;
        private final WanLine line;
        private final Progress progress;
        private final Subject plain = new Subject("", Wire.plain(1, PtcpWan.BUFFER_BYTES));
        private final List<Subject> subjects;

        Costs(Scale scale, Plan plan, WanLine line, Progress progress) {
            this.scale = scale;
            this.plan = plan;
            subjects = plan.counts.stream()
                    .map(count -> new Subject(count == 0
                            ? "as it comes"
                            : count == 1 ? "1 stream" : count + " streams",
                            Wire.ptcp(count, PtcpWan.BUFFER_BYTES)))
                    .toList();
            this.line = line;
            this.progress = progress;
        }

        void run(Consumer<Result> results) throws IOException {
            for (int round = 1 - plan.warmUps; round <= scale.rounds(); round++) {
                progress.say(name() + ": round " + round + " of " + scale.rounds());
                plain.measure(line, plan, round > 0);
                for (Subject subject : subjects) {
                    subject.measure(line, plan, round > 0);
                }
            }
            for (Subject subject : subjects) {
                results.accept(compare(subject, Metric.CONNECT, one -> one.connect));
                results.accept(memory(subject));
                results.accept(compare(subject, Metric.VIRTUAL_THREADS, one -> one.virtual));
                results.accept(compare(subject, Metric.PLATFORM_THREADS, one -> one.platform));
                results.accept(compare(subject, Metric.DESCRIPTORS, one -> one.descriptors));
            }
        }

        /** What is less than the heap's noise is no measurement: it may be less than nothing. */
        private Result memory(Subject subject) {
            double least = Math.min(subject.memory.median(), plain.memory.median());
            return least > 0
                    ? compare(subject, Metric.MEMORY, one -> one.memory)
                    : new Result.Skipped(name(), setting(subject), "PTCP", PEER,
                            "what so few sockets take is lost among the heap's other changes");
        }

        private String setting(Subject subject) {
            return line.network().words() + ": " + subject.setting;
        }

        private Result compare(
                Subject subject,
                Metric metric,
                Function<Subject, Samples> samples) {
            return Result.Measured.of(name(), setting(subject), metric,
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

        void measure(WanLine line, Plan plan, boolean counts) throws IOException {
            int port = line.receiver().ask(new EndpointOrder.Listen(wire), EndpointOrder.Port.class).port();
            line.receiver().ask(new EndpointOrder.Accept(), EndpointOrder.Port.class);
            EndpointOrder.Connected connected = line.sender().ask(
                    new EndpointOrder.Connect(wire, line.network().receiver().address(), port, CONNECTIONS),
                    EndpointOrder.Connected.class);
            EndpointOrder.Costs costs = line.sender().ask(
                    new EndpointOrder.Cost(wire, line.network().receiver().address(), port, plan.sockets),
                    EndpointOrder.Costs.class);
            if (counts) {
                connected.milliseconds().forEach(
                        millis -> connect.add(millis / plan.rtt.toMillis()));
                memory.add(costs.bytes() / 1024);
                virtual.add(costs.virtualThreads());
                platform.add(costs.platformThreads());
                descriptors.add(costs.descriptors());
            }
        }
    }
}

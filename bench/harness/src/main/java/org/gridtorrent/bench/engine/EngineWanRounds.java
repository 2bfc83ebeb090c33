package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Network;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.link.Iperf3;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;

/** The rounds of {@link EngineWan}: all by turns, on one line. */
final class EngineWanRounds implements AutoCloseable {
    static final String STRIPED = "GridTorrent over PTCP";
    private static final String SINGLE = "GridTorrent over TCP";
    private static final int MANY = 16;

    private final String experiment;
    private final String lineWords;
    private final EngineWan.Plan plan;
    private final Network line;
    private final Experiment.Progress progress;
    private final RetryOnNoise undisturbed;
    private final Optional<String> withoutIperf3 = Iperf3.missing();
    private final Optional<String> withoutLibtorrent = ClientProgram.LIBTORRENT.missing();
    private final Samples iperf3One = new Samples();
    private final Samples iperf3Many = new Samples();
    private final CloseStack opened;
    private final LineTransfers striped;
    private final LineTransfers single;
    private final Optional<LineTransfers> libtorrent;

    EngineWanRounds(String experiment, String lineWords, EngineWan.Plan plan, Network line,
            Experiment.Progress progress) throws IOException, InterruptedException {
        this.experiment = experiment;
        this.lineWords = lineWords;
        this.plan = plan;
        this.line = line;
        this.progress = progress;
        undisturbed = RetryOnNoise.byLines(experiment, progress);
        opened = new CloseStack(progress);
        try {
            ContentFolder large = folder(plan.stripedLength());
            ContentFolder small = folder(plan.singleLength());
            striped = pair(STRIPED, ClientProgram.GRIDTORRENT, PtcpTransport.NAME, large);
            single = pair(SINGLE, ClientProgram.GRIDTORRENT, TcpTransport.NAME, small);
            libtorrent = withoutLibtorrent.isPresent()
                    ? Optional.empty()
                    : Optional.of(pair("libtorrent, one connection", ClientProgram.LIBTORRENT,
                            TcpTransport.NAME, small));
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private ContentFolder folder(long length) throws IOException, InterruptedException {
        return opened.add(ContentFolder.create(ContentFolder.cheapest(), length, 1,
                List.of(line.sender(), line.receiver())));
    }

    private LineTransfers pair(String title, ClientProgram client, String transport, ContentFolder folder)
            throws IOException, InterruptedException {
        return opened.add(new LineTransfers(title, client, transport, line, folder));
    }

    private List<LineTransfers> all() {
        List<LineTransfers> all = new ArrayList<>(List.of(striped, single));
        libtorrent.ifPresent(all::add);
        return all;
    }

    /** Of one round, in the order of {@link #all}; iperf3's in Mb/s, if it can be run. */
    private record Round(List<SeedAndLeech.Transfer> transfers, List<Double> iperf3) {}

    void run(Consumer<Result> results) throws IOException, InterruptedException {
        for (int i = 0; i < plan.warmUps(); i++) {
            var _ = transfers("to warm up");
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            String title = "round " + round + " of " + plan.rounds();
            Round taken = undisturbed.measure(title, () -> new Round(transfers(title),
                    iperf3(title)));
            for (int i = 0; i < all().size(); i++) {
                all().get(i).count(taken.transfers.get(i));
            }
            if (!taken.iperf3.isEmpty()) {
                iperf3One.add(taken.iperf3.getFirst());
                iperf3Many.add(taken.iperf3.getLast());
            }
        }
        results(results);
    }

    private List<SeedAndLeech.Transfer> transfers(String title)
            throws IOException, InterruptedException {
        List<SeedAndLeech.Transfer> transfers = new ArrayList<>();
        for (LineTransfers one : all()) {
            SeedAndLeech.Transfer transfer = one.transfer();
            say(title, one.words(transfer));
            transfers.add(transfer);
        }
        return transfers;
    }

    private List<Double> iperf3(String title) throws IOException, InterruptedException {
        if (withoutIperf3.isPresent()) {
            return List.of();
        }
        double one = line.iperf3(1, plan.omitSeconds(), plan.iperf3Seconds());
        double many = line.iperf3(MANY, plan.omitSeconds(), plan.iperf3Seconds());
        say(title, String.format(Locale.ROOT, "iperf3 -P 1: %.1f Mb/s, -P %d: %.1f Mb/s", one,
                MANY, many));
        return List.of(one, many);
    }

    private void say(String title, String text) {
        progress.say(experiment + ": " + title + ", " + text);
    }

    private void results(Consumer<Result> results) {
        String striping = (plan.stripedLength() >> 20) + " MiB, "
                + Math.round(striped.connections.median()) + " streams at the end, self-tuned";
        String streaming = (plan.singleLength() >> 20) + " MiB";
        compare(striped, striping, "iperf3 -P " + MANY, iperf3Many, results);
        compare(single, streaming, "iperf3 -P 1", iperf3One, results);
        if (libtorrent.isPresent()) {
            compare(striped, striping, libtorrent.get(), results);
            compare(single, streaming, libtorrent.get(), results);
        } else {
            results.accept(new Result.Skipped(experiment, setting("all"), STRIPED, "libtorrent",
                    withoutLibtorrent.orElseThrow()));
        }
    }

    private void compare(LineTransfers ours, String how, String peer, Samples theirs,
            Consumer<Result> results) {
        if (withoutIperf3.isPresent()) {
            results.accept(new Result.Skipped(experiment, setting(how), ours.title, peer,
                    withoutIperf3.get()));
            return;
        }
        accept(Metric.LINE_GOODPUT, "second half of " + how, ours, ours.later, peer, theirs,
                results);
        accept(Metric.LINE_GOODPUT, "all of " + how, ours, ours.whole, peer, theirs, results);
    }

    private void compare(LineTransfers ours, String how, LineTransfers theirs,
            Consumer<Result> results) {
        accept(Metric.LINE_GOODPUT, "second half of " + how, ours, ours.later, theirs.title,
                theirs.later, results);
        accept(Metric.LINE_GOODPUT, "all of " + how, ours, ours.whole, theirs.title, theirs.whole,
                results);
        accept(Metric.CPU, how, ours, ours.cpu, theirs.title, theirs.cpu, results);
    }

    private void accept(Metric metric, String how, LineTransfers ours, Samples samples,
            String peer, Samples theirs, Consumer<Result> results) {
        results.accept(Result.Measured.of(experiment, setting(how), metric, ours.title, samples,
                peer, theirs));
    }

    private String setting(String what) {
        return lineWords + ": " + what;
    }

    @Override
    public void close() {
        opened.close();
    }
}

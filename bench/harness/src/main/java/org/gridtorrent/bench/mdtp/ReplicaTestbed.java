package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.link.line.HostLine;
import org.gridtorrent.bench.link.line.HostTraffic;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.mdtp.ReplicaCase.Change;
import org.gridtorrent.bench.process.BackgroundTask;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.process.ProcessorTime;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.EmulatedLine;
import org.gridtorrent.bench.testbed.TempFolder;

/**
 * Client and replicas of one case on hosts of an emulated line, with a web server for each replica.
 *
 * <p>The client's line bounds nothing. A replica's line queues a bandwidth-delay product of its highest
 * rate. TCP's buffers may grow until they are no bound. Not thread-safe.
 */
final class ReplicaTestbed implements AutoCloseable {
    /** The client's host; the replicas' follow it. */
    private static final int CLIENT = 1;
    private static final long CLIENT_RATE = 10_000_000_000L;
    /** A part of the round trip that spares the relay most of its work. */
    private static final Duration BUNDLE = Duration.ofMillis(1);
    private static final int MAX_BUFFER_BYTES = 64 << 20;
    private static final long MIN_QUEUE_BYTES = 64 << 10;
    /** Bytes of IP's and TCP's headers in each packet. */
    private static final int HEADERS = 52;
    private static final int PAYLOAD = LineSpec.MTU - HEADERS;

    /** Between two looks for the first packet, and later for what is to be done. */
    private static final long POLL_MILLIS = 2;
    private static final long LATER_POLL_MILLIS = 10;
    private static final Duration MIN_QUIET = Duration.ofMillis(300);
    private static final Duration MAX_WAIT_FOR_QUIET = Duration.ofSeconds(30);
    private static final double LIMIT_IDEALS = 12;
    private static final double LIMIT_SPARE_SECONDS = 60;
    private static final long FALSE_SEED = 2;

    private final ReplicaCase situation;
    private final List<ReplicaLine> base;
    private final List<ReplicaLine> lines;
    private final ContentFolder content;
    private final Progress progress;
    private final CloseStack opened;
    private final EmulatedLine line;
    private final TempFolder folder;
    private final List<NginxServer> servers = new ArrayList<>();
    private final List<String> paths;
    private final Optional<Path> metalink;
    private final AtomicInteger folders = new AtomicInteger();

    /**
     * Makes the line and starts the servers; {@link org.gridtorrent.terminal.CommandFailure} where no line
     * can be made.
     *
     * @param base the replicas' lines in the base case, the slowest first
     */
    ReplicaTestbed(String experiment, ReplicaCase situation, List<ReplicaLine> base,
            ContentFolder content, Progress progress) throws IOException, InterruptedException {
        this.situation = situation;
        this.base = base;
        this.content = content;
        this.progress = progress;
        lines = situation.lines(base);
        opened = new CloseStack(progress);
        try {
            line = opened.add(new EmulatedLine(experiment, spec(lines)));
            line.allowBuffers(MAX_BUFFER_BYTES);
            folder = opened.add(TempFolder.create(ContentFolder.memoryOrDisk()));
            paths = paths();
            opened.add(() -> servers.forEach(NginxServer::close));
            for (int replica = 0; replica < base.size(); replica++) {
                servers.add(startServer(replica));
            }
            metalink = metalink();
        } catch (IOException | InterruptedException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static LineSpec spec(List<ReplicaLine> lines) {
        Map<Integer, HostLine> hosts = new TreeMap<>();
        for (ReplicaLine one : lines) {
            double product = wireBits(one.fastestBytesPerSecond()) / 8.0 * one.rttSeconds();
            hosts.put(hosts.size() + CLIENT + 1, new HostLine(wireBits(one.bytesPerSecond()),
                    one.delay(), Math.max(MIN_QUEUE_BYTES, (long) product)));
        }
        LineSpec alike = LineSpec.of(lines.size() + 1, ReplicaLine.RTT, CLIENT_RATE, 0,
                OptionalLong.empty(), Map.of(),
                new SplittableRandom().nextLong(1_000_000));
        return new LineSpec(alike.hosts(), alike.rtt(), alike.bitsPerSecond(), alike.loss(),
                alike.bufferBytes(), hosts, BUNDLE, alike.seed());
    }

    /** Rate of a line on which TCP carries so much. */
    private static long wireBits(long bytesPerSecond) {
        return bytesPerSecond * 8 * LineSpec.MTU / PAYLOAD;
    }

    /** Path of each replica's file below the servers' root. */
    private List<String> paths() throws IOException, InterruptedException {
        String file = content.path("").relativize(content.content()).toString();
        List<String> each = new ArrayList<>(Collections.nCopies(base.size(), file));
        if (situation == ReplicaCase.FALSE_BYTES) {
            Path other = content.make("false", Host.HERE).resolve(content.content().getFileName());
            ContentFolder.writeRandom(other, content.length(), FALSE_SEED);
            each.set(ReplicaCase.afflicted(base), content.path("").relativize(other).toString());
        }
        return each;
    }

    private Optional<Path> metalink() throws IOException {
        if (situation != ReplicaCase.FALSE_BYTES) {
            return Optional.empty();
        }
        Path file = folder.path("content.meta4");
        ServedMetalink.write(file, content.content(), urls());
        return Optional.of(file);
    }

    private List<String> urls() {
        List<String> urls = new ArrayList<>();
        for (int replica = 0; replica < replicas(); replica++) {
            urls.add(servers.get(replica).url(paths.get(replica)));
        }
        return urls;
    }

    private NginxServer startServer(int replica) throws IOException, InterruptedException {
        return NginxServer.start(replicaHost(replica), makeFolder("nginx"), content.path(""));
    }

    ContentFolder content() {
        return content;
    }

    Progress progress() {
        return progress;
    }

    Host client() {
        return line.host(CLIENT);
    }

    int replicas() {
        return base.size();
    }

    /** Replicas are counted from 0. */
    Host replicaHost(int replica) {
        return line.host(hostOf(replica));
    }

    private static int hostOf(int replica) {
        return CLIENT + 1 + replica;
    }

    long serverPid(int replica) {
        return servers.get(replica).pid();
    }

    /** Path of something in a folder that is deleted when this is closed. */
    Path path(String name) {
        return folder.path(name);
    }

    /** New folder in it; may be called by any thread. */
    Path makeFolder(String beginning) throws IOException {
        return folder.make(beginning + "-" + folders.incrementAndGet());
    }

    /** The line and what crossed it, for the run's record. */
    String describe() throws IOException, InterruptedException {
        return situation.describe() + ": " + line.describe() + ": " + line.health();
    }

    /** Least seconds for the file. */
    double idealSeconds() {
        return situation.idealSeconds(content.length(), base);
    }

    /**
     * Result of iperf3, which sends over all lines to the client at once.
     *
     * @param rateShare part of the lines' rates
     * @param freeShare part of the processors' time that was left for the programs that are to be measured
     */
    record MachineCheck(double rateShare, double freeShare) {}

    MachineCheck iperf3(int seconds) throws IOException, InterruptedException {
        ProcessorTime processors = new ProcessorTime();
        List<FutureTask<Iperf3.Report>> flows = new ArrayList<>();
        for (int replica = 0; replica < replicas(); replica++) {
            Host host = replicaHost(replica);
            flows.add(BackgroundTask.start(() -> Iperf3.run(client(), host, seconds + 1,
                    List.of("-R", "-O", "1", "-t", Integer.toString(seconds)))));
        }
        double bitsPerSecond = 0;
        for (FutureTask<Iperf3.Report> flow : flows) {
            bitsPerSecond += BackgroundTask.outcome(flow).end().path("sum_received")
                    .path("bits_per_second").asDouble();
        }
        double sum = lines.stream().mapToLong(ReplicaLine::bytesPerSecond).sum();
        return new MachineCheck(bitsPerSecond / 8 / sum, processors.freeShare());
    }

    /** Lets a tool fetch the file, checks what came, and deletes it. */
    FetchReading take(FetchTool tool) throws IOException, InterruptedException {
        restore();
        return content.into(content.uniqueName("got"), directory -> {
            FetchJob job = new FetchJob(urls(), metalink, directory,
                    content.content().getFileName().toString(),
                    Math.round(LIMIT_SPARE_SECONDS + LIMIT_IDEALS * idealSeconds()));
            List<HostTraffic> before = line.traffic();
            try (RunningFetch fetch = tool.start(job, this)) {
                return follow(fetch, job, before);
            }
        });
    }

    private FetchReading follow(RunningFetch fetch, FetchJob job, List<HostTraffic> before)
            throws IOException, InterruptedException {
        try {
            long firstPacketNs = awaitEnd(fetch, job, before);
            long endNs = System.nanoTime();
            double cpuSeconds = fetch.cpuSeconds();
            awaitQuiet();
            return reading(fetch.begunNs(), firstPacketNs, endNs, cpuSeconds, before);
        } finally {
            if (situation.change() == Change.STALL) {
                signal("CONT", fetch);
            }
        }
    }

    /** Brings everything into its first state. */
    private void restore() throws IOException, InterruptedException {
        for (int replica = 0; replica < replicas(); replica++) {
            if (!servers.get(replica).isAlive()) {
                servers.get(replica).close();
                servers.set(replica, startServer(replica));
            }
            if (situation.change() == Change.RATE) {
                line.setRate(hostOf(replica), wireBits(lines.get(replica).bytesPerSecond()));
            }
        }
        awaitQuiet();
        for (NginxServer server : servers) {
            var _ = server.newRequests();
        }
    }

    /** Waits until nothing has crossed the line for a while; what an earlier fetch left is gone then. */
    private void awaitQuiet() throws IOException, InterruptedException {
        Duration quiet = lines.stream().map(ReplicaLine::delay).max(Duration::compareTo)
                .orElseThrow().multipliedBy(2).plus(MIN_QUIET);
        long deadlineNs = System.nanoTime() + MAX_WAIT_FOR_QUIET.toNanos();
        List<HostTraffic> before;
        List<HostTraffic> now = line.traffic();
        do {
            before = now;
            TimeUnit.NANOSECONDS.sleep(quiet.toNanos());
            now = line.traffic();
        } while (!now.equals(before) && System.nanoTime() - deadlineNs < 0);
    }

    /**
     * Watches a fetch to its end, and lets the case's change happen; returns when the first packet was sent.
     */
    private long awaitEnd(RunningFetch fetch, FetchJob job, List<HostTraffic> before)
            throws IOException, InterruptedException {
        long changeNs = Math.round(ReplicaCase.changeSeconds(content.length(), base) * 1e9);
        long limitNs = TimeUnit.SECONDS.toNanos(job.limitSeconds());
        long silent = before.get(CLIENT - 1).sent();
        Optional<Long> firstPacketNs = Optional.empty();
        boolean changed = situation.change() == Change.NONE;
        while (!isDone(fetch.ended(),
                firstPacketNs.isEmpty() ? POLL_MILLIS : LATER_POLL_MILLIS)) {
            long nowNs = System.nanoTime();
            if (firstPacketNs.isEmpty()
                    && line.traffic().get(CLIENT - 1).sent() > silent) {
                firstPacketNs = Optional.of(nowNs);
            }
            if (!changed && firstPacketNs.isPresent()
                    && nowNs - firstPacketNs.get() >= changeNs) {
                change(fetch);
                changed = true;
            }
            if (nowNs - fetch.begunNs() > limitNs) {
                throw new IOException("the file is not there after " + job.limitSeconds() + " s");
            }
        }
        return firstPacketNs.orElse(fetch.begunNs());
    }

    private static boolean isDone(Future<?> ended, long millis) throws InterruptedException {
        try {
            ended.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            return true; // who asks for the outcome is told
        } catch (TimeoutException e) {
            return false;
        }
    }

    private void change(RunningFetch fetch) throws IOException, InterruptedException {
        switch (situation.change()) {
            case NONE -> throw new IllegalStateException(situation + " changes nothing");
            case RATE -> {
                for (int replica = 0; replica < replicas(); replica++) {
                    line.setRate(hostOf(replica),
                            wireBits(lines.get(replica).laterBytesPerSecond()));
                }
            }
            case STALL -> signal("STOP", fetch);
            case KILL -> signal("KILL", fetch);
        }
    }

    private void signal(String name, RunningFetch fetch) throws IOException, InterruptedException {
        Tool.run(List.of("bash", "-c", "kill -" + name + " "
                + fetch.serverPid(ReplicaCase.afflicted(base))));
    }

    private FetchReading reading(long begunNs, long firstPacketNs, long endNs, double cpuSeconds,
            List<HostTraffic> before) throws IOException, InterruptedException {
        List<HostTraffic> after = line.traffic();
        List<Long> replicaBytes = new ArrayList<>();
        List<List<ServedRequest>> requests = new ArrayList<>();
        for (int replica = 0; replica < replicas(); replica++) {
            int index = hostOf(replica) - 1;
            replicaBytes.add(sentPayload(after.get(index)) - sentPayload(before.get(index)));
            requests.add(servers.get(replica).newRequests());
        }
        long arrived = deliveredPayload(after.get(CLIENT - 1))
                - deliveredPayload(before.get(CLIENT - 1));
        return new FetchReading((firstPacketNs - begunNs) / 1e9, (endNs - firstPacketNs) / 1e9,
                cpuSeconds, replicaBytes, Math.max(0, arrived - content.length()), requests);
    }

    private static long sentPayload(HostTraffic traffic) {
        return traffic.sentBytes() - HEADERS * traffic.sent();
    }

    private static long deliveredPayload(HostTraffic traffic) {
        return traffic.deliveredBytes() - HEADERS * traffic.delivered();
    }

    @Override
    public void close() {
        opened.close();
    }
}

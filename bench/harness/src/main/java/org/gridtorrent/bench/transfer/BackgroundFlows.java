package org.gridtorrent.bench.transfer;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.testbed.Network;

/** TCP flows of iperf3 that go on until this is closed; its server's lines tell what arrives of each. */
final class BackgroundFlows implements AutoCloseable {
    private static final String PORT = "5202";
    /** A client of iperf3's has to be told when to end. */
    private static final String MAX_SECONDS = "600";
    private static final double INTERVAL_SECONDS = 0.1;
    private static final int START_TIMEOUT_SECONDS = 30;
    private static final Pattern INTERVAL = Pattern.compile(
            "\\[ *(\\d+)\\]\\s+([\\d.]+)-[\\d.]+\\s+sec\\s.*?([\\d.]+) Kbits/sec");

    private final double leadSeconds;
    private final CountDownLatch lead = new CountDownLatch(1);
    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();

    /** Rate of one flow in one interval. */
    private record Arrival(long endNanos, int flow, double megabits) {}

    /** Starts so many flows, and returns when they have had so long to find their speed. */
    BackgroundFlows(Network line, int flows, double leadSeconds)
            throws IOException, InterruptedException {
        this.leadSeconds = leadSeconds;
        try {
            Process server = started(line.receiver(), List.of("-s", "-1", "--forceflush",
                    "-f", "k", "-i", Double.toString(INTERVAL_SECONDS), "-p", PORT));
            Tool.awaitLine(server, "Server listening");
            Thread.ofVirtual().start(() -> read(server.inputReader(StandardCharsets.UTF_8)));
            // Without lines of its own, since nobody reads them: it would wait until somebody did.
            started(line.sender(), List.of("-c", line.receiver().address(), "-p", PORT, "-i", "0",
                    "-t", MAX_SECONDS, "-P", Integer.toString(flows)));
            if (!lead.await(START_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the flows in the background did not begin");
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private Process started(Host host, List<String> options) throws IOException {
        Process process = host.startTied(Tool.concat(List.of("iperf3"), options));
        processes.add(process);
        return process;
    }

    private void read(BufferedReader lines) {
        try {
            String line;
            while ((line = lines.readLine()) != null) {
                Matcher interval = INTERVAL.matcher(line);
                if (interval.find()) {
                    arrived(new Arrival(System.nanoTime(), Integer.parseInt(interval.group(1)),
                            Double.parseDouble(interval.group(3)) / 1000));
                    if (Double.parseDouble(interval.group(2)) >= leadSeconds) {
                        lead.countDown();
                    }
                }
            }
        } catch (IOException e) {
            // The server is ended: what came before counts.
            return;
        }
    }

    private synchronized void arrived(Arrival arrival) {
        arrivals.add(arrival);
    }

    /** Mb/s of each flow between these times, by the intervals that lie between them. */
    synchronized List<Double> megabits(long fromNanos, long toNanos) throws IOException {
        Map<Integer, DoubleSummaryStatistics> flows = new TreeMap<>();
        long from = fromNanos + (long) (INTERVAL_SECONDS * 1e9);
        for (Arrival arrival : arrivals) {
            if (arrival.endNanos - from >= 0 && arrival.endNanos - toNanos <= 0) {
                flows.computeIfAbsent(arrival.flow, _ -> new DoubleSummaryStatistics())
                        .accept(arrival.megabits);
            }
        }
        if (flows.isEmpty()) {
            throw new IOException("the transfer was over before anything was seen beside it");
        }
        return flows.values().stream().map(DoubleSummaryStatistics::getAverage).toList();
    }

    /** Waits for their end: the next ones take the same port. */
    @Override
    public void close() {
        processes.reversed().forEach(Tool::end);
    }
}

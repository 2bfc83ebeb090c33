package org.gridtorrent.bench.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.gridtorrent.bench.link.Iperf3;
import org.gridtorrent.bench.link.LineCheck;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.link.LinkFolder;
import org.gridtorrent.bench.link.LinkState;
import org.gridtorrent.bench.link.Links;
import org.gridtorrent.bench.link.Quantities;
import org.gridtorrent.bench.link.Traffic;
import org.gridtorrent.bench.process.Tool;

/** An emulated line of an experiment's own; where there are two hosts, one sends and one receives. Gone when closed. */
public final class OwnLine implements AutoCloseable {
    public static final int SENDER = 1;
    public static final int RECEIVER = 2;
    private static final Duration LONGEST = Duration.ofHours(4);
    private static final long BITS_PER_SECOND = 1_000_000_000;

    private final Links links = new Links(LinkFolder.of(System.getenv()));
    private final Links.Owned link;
    private String congestionControl;

    /** Between two hosts, at 1 Gb/s, with the default queue. */
    public static OwnLine ofTwo(String experiment, Duration rtt, double loss, long seed)
            throws IOException, InterruptedException {
        return new OwnLine(experiment, LineSpec.of(2, rtt, BITS_PER_SECOND, loss,
                OptionalLong.empty(), Map.of(), seed));
    }

    public OwnLine(String experiment, LineSpec spec) throws IOException, InterruptedException {
        link = links.own(experiment + "-" + ProcessHandle.current().pid(), spec, LONGEST);
        try {
            new LineCheck(state()).awaitReach();
            congestionControl = Tool.run(state().on(SENDER,
                    List.of("cat", "/proc/sys/net/ipv4/tcp_congestion_control"))).strip();
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    public LinkState state() {
        return link.state();
    }

    public String receiverAddress() {
        return state().host(RECEIVER).address();
    }

    /** What was asked for, and by which rule TCP sends. */
    public String words() {
        LineSpec spec = state().spec();
        return Quantities.millisText(spec.rtt()) + ", " + Quantities.rateText(spec.bitsPerSecond())
                + ", loss " + Quantities.lossText(spec.loss()) + ", " + congestionControl;
    }

    /**
     * Gives every TCP socket of all hosts buffers of so many bytes, in which Linux does its
     * book-keeping too. A program that asks for some gets twice as many for that.
     */
    public void holdBuffers(int bytes) throws IOException, InterruptedException {
        String kernel = "4096 %d %d".formatted(bytes, bytes);
        for (int host = 1; host <= state().hosts().size(); host++) {
            for (String table : List.of("tcp_rmem", "tcp_wmem")) {
                Tool.run(state().on(host, List.of("sh", "-c",
                        "echo '" + kernel + "' > /proc/sys/net/ipv4/" + table)));
            }
        }
    }

    /** Lets TCP send by this rule of the kernel's on all hosts, in the place of the machine's own. */
    public void sendBy(String rule) throws IOException, InterruptedException {
        for (int host = 1; host <= state().hosts().size(); host++) {
            Tool.run(state().on(host, List.of("sh", "-c",
                    "echo " + rule + " > /proc/sys/net/ipv4/tcp_congestion_control")));
        }
        congestionControl = rule;
    }

    /** In Mb/s at the receiver, with the buffers that the hosts give. */
    public double iperf3(int streams, int omitSeconds, int seconds)
            throws IOException, InterruptedException {
        return iperf3(streams, omitSeconds, seconds, List.of());
    }

    /** The same, with buffers that it asks for. */
    public double iperf3(int streams, int bufferBytes, int omitSeconds, int seconds)
            throws IOException, InterruptedException {
        return iperf3(streams, omitSeconds, seconds,
                List.of("-w", Integer.toString(bufferBytes)));
    }

    private double iperf3(int streams, int omitSeconds, int seconds, List<String> more)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of("-P", Integer.toString(streams),
                "-O", Integer.toString(omitSeconds), "-t", Integer.toString(seconds)));
        options.addAll(more);
        JsonNode received = Iperf3
                .run(state(), SENDER, RECEIVER, omitSeconds + seconds, options).end()
                .path("sum_received");
        return received.path("bytes").asLong() * 8 / received.path("seconds").asDouble() / 1e6;
    }

    /** What the line did, for one who judges the figures. */
    public String health() throws IOException, InterruptedException {
        List<Traffic> traffic = links.traffic(state());
        long delivered = traffic.stream().mapToLong(Traffic::delivered).sum();
        long late = traffic.stream().map(Traffic::late).filter(Objects::nonNull)
                .mapToLong(Long::longValue).sum();
        long bytes = traffic.stream().mapToLong(Traffic::deliveredBytes).sum();
        String packets = String.format(Locale.ROOT, "%,d packets, %,.1f MB delivered by %s",
                delivered, bytes / 1e6, state().emulator());
        return traffic.getFirst().late() == null
                ? packets
                : String.format(Locale.ROOT, "%s, %.2f %% of them a millisecond late or more",
                        packets, 100.0 * late / Math.max(1, delivered));
    }

    @Override
    public void close() {
        link.close();
    }
}

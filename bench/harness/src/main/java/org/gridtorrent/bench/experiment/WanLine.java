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
import org.gridtorrent.bench.endpoint.Order;
import org.gridtorrent.bench.endpoint.Order.Wire;
import org.gridtorrent.bench.endpoint.RemoteEndpoint;
import org.gridtorrent.bench.link.Iperf3;
import org.gridtorrent.bench.link.LineCheck;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.link.LinkFolder;
import org.gridtorrent.bench.link.LinkState;
import org.gridtorrent.bench.link.Links;
import org.gridtorrent.bench.link.Quantities;
import org.gridtorrent.bench.link.Traffic;
import org.gridtorrent.bench.process.Tool;

/** An emulated line of an experiment's own, with an endpoint at either end. Gone when closed. */
final class WanLine implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofHours(4);
    private static final long BITS_PER_SECOND = 1_000_000_000;
    private static final int SENDER = 1;
    private static final int RECEIVER = 2;

    private final Links links = new Links(LinkFolder.of(System.getenv()));
    private final Links.Owned link;
    private final List<RemoteEndpoint> endpoints = new ArrayList<>();
    private final String congestionControl;

    /** At 1 Gb/s, with the default queue. */
    WanLine(String experiment, Duration rtt, double loss, long seed)
            throws IOException, InterruptedException {
        LineSpec spec = LineSpec.of(2, rtt, BITS_PER_SECOND, loss, OptionalLong.empty(), Map.of(),
                seed);
        link = links.own(experiment + "-" + ProcessHandle.current().pid(), spec, LONGEST);
        try {
            new LineCheck(state()).awaitReach();
            endpoints.add(RemoteEndpoint.start(state(), SENDER));
            endpoints.add(RemoteEndpoint.start(state(), RECEIVER));
            congestionControl = Tool.run(state().on(SENDER,
                    List.of("cat", "/proc/sys/net/ipv4/tcp_congestion_control"))).strip();
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private LinkState state() {
        return link.state();
    }

    RemoteEndpoint sender() {
        return endpoints.getFirst();
    }

    RemoteEndpoint receiver() {
        return endpoints.getLast();
    }

    String receiverAddress() {
        return state().host(RECEIVER).address();
    }

    /** What was asked for, and by which rule TCP sends. */
    String words() {
        LineSpec spec = state().spec();
        return Quantities.millisText(spec.rtt()) + ", " + Quantities.rateText(spec.bitsPerSecond())
                + ", loss " + Quantities.lossText(spec.loss()) + ", " + congestionControl;
    }

    /** In Mb/s at the receiver. */
    double iperf3(int streams, int bufferBytes, int omitSeconds, int seconds)
            throws IOException, InterruptedException {
        JsonNode received = Iperf3.run(state(), SENDER, RECEIVER, omitSeconds + seconds,
                List.of("-P", Integer.toString(streams), "-w", Integer.toString(bufferBytes),
                        "-O", Integer.toString(omitSeconds), "-t", Integer.toString(seconds)))
                .end().path("sum_received");
        return received.path("bytes").asLong() * 8 / received.path("seconds").asDouble() / 1e6;
    }

    /** The same, from endpoint to endpoint. */
    Transfer transfer(Wire wire, int omitSeconds, int seconds) throws IOException {
        int port = receiver().ask(new Order.Listen(wire), Order.Port.class).port();
        receiver().tell(new Order.Receive(omitSeconds, seconds));
        sender().tell(
                new Order.Send(wire, receiverAddress(), port, omitSeconds + seconds + 20.0));
        Order.Received received = receiver().answer(Order.Received.class);
        Order.Sent sent = sender().answer(Order.Sent.class);
        return new Transfer(received.megabitsPerSecond(), sent.streams());
    }

    /**
     * What a transfer reached.
     *
     * @param streams a moment before its end
     */
    record Transfer(double megabitsPerSecond, int streams) {}

    /** What the line did, for one who judges the figures. */
    String health() throws IOException, InterruptedException {
        List<Traffic> traffic = links.traffic(state());
        long delivered = traffic.stream().mapToLong(Traffic::delivered).sum();
        long late = traffic.stream().map(Traffic::late).filter(Objects::nonNull)
                .mapToLong(Long::longValue).sum();
        String packets = String.format(Locale.ROOT, "%,d packets delivered by %s", delivered,
                state().emulator());
        return traffic.getFirst().late() == null
                ? packets
                : String.format(Locale.ROOT, "%s, %.2f %% of them a millisecond late or more",
                        packets, 100.0 * late / Math.max(1, delivered));
    }

    @Override
    public void close() {
        endpoints.forEach(RemoteEndpoint::close);
        link.close();
    }
}

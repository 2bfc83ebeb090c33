package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.endpoint.Order;
import org.gridtorrent.bench.endpoint.Order.Wire;
import org.gridtorrent.bench.endpoint.RemoteEndpoint;

/** A line of an experiment's own with an endpoint at either end. Gone when closed. */
final class WanLine implements AutoCloseable {
    private final OwnLine line;
    private final List<RemoteEndpoint> endpoints = new ArrayList<>();

    /** At 1 Gb/s, with the default queue. */
    WanLine(String experiment, Duration rtt, double loss, long seed)
            throws IOException, InterruptedException {
        line = new OwnLine(experiment, rtt, loss, seed);
        try {
            endpoints.add(RemoteEndpoint.start(line.state(), OwnLine.SENDER));
            endpoints.add(RemoteEndpoint.start(line.state(), OwnLine.RECEIVER));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    RemoteEndpoint sender() {
        return endpoints.getFirst();
    }

    RemoteEndpoint receiver() {
        return endpoints.getLast();
    }

    String receiverAddress() {
        return line.receiverAddress();
    }

    String words() {
        return line.words();
    }

    String health() throws IOException, InterruptedException {
        return line.health();
    }

    double iperf3(int streams, int bufferBytes, int omitSeconds, int seconds)
            throws IOException, InterruptedException {
        return line.iperf3(streams, bufferBytes, omitSeconds, seconds);
    }

    /** What iperf3 does, from endpoint to endpoint. */
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

    @Override
    public void close() {
        endpoints.forEach(RemoteEndpoint::close);
        line.close();
    }
}

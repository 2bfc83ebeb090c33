package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.time.Duration;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.endpoint.Order.Wire;
import org.gridtorrent.bench.endpoint.RemoteEndpoint;
import org.gridtorrent.bench.experiment.OwnLine;

/** A line of an experiment's own with an endpoint at either end. Gone when closed. */
final class WanLine implements AutoCloseable {
    private final OwnLine line;
    private final EndpointPair endpoints;

    /** At 1 Gb/s, with the default queue. */
    WanLine(String experiment, Duration rtt, double loss, long seed)
            throws IOException, InterruptedException {
        line = OwnLine.ofTwo(experiment, rtt, loss, seed);
        try {
            endpoints = new EndpointPair(line.state(), OwnLine.SENDER, OwnLine.RECEIVER);
        } catch (IOException | RuntimeException e) {
            line.close();
            throw e;
        }
    }

    RemoteEndpoint sender() {
        return endpoints.sender();
    }

    RemoteEndpoint receiver() {
        return endpoints.receiver();
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
    EndpointPair.Transfer transfer(Wire wire, int omitSeconds, int seconds) throws IOException {
        return endpoints.transfer(wire, omitSeconds, seconds);
    }

    @Override
    public void close() {
        endpoints.close();
        line.close();
    }
}

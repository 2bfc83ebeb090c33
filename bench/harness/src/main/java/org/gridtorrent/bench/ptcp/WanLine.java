package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.endpoint.EndpointOrder.Wire;
import org.gridtorrent.bench.endpoint.EndpointProcess;
import org.gridtorrent.bench.experiment.Network;

/** A network with an endpoint on its sender and one on its receiver. Gone when closed, with the network. */
final class WanLine implements AutoCloseable {
    private final Network network;
    private final EndpointPair endpoints;

    WanLine(Network network) throws IOException {
        this.network = network;
        try {
            endpoints = new EndpointPair(network.sender(), network.receiver());
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    Network network() {
        return network;
    }

    EndpointProcess sender() {
        return endpoints.sender();
    }

    EndpointProcess receiver() {
        return endpoints.receiver();
    }

    /** What iperf3 does, from endpoint to endpoint. */
    EndpointPair.Transfer transfer(Wire wire, int omitSeconds, int seconds) throws IOException {
        return endpoints.transfer(wire, omitSeconds, seconds);
    }

    @Override
    public void close() {
        endpoints.close();
        network.close();
    }
}

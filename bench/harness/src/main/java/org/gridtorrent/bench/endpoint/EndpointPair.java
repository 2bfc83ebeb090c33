package org.gridtorrent.bench.endpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.endpoint.EndpointOrder.Wire;
import org.gridtorrent.bench.link.Host;

/** An endpoint on one host that sends, and one on another that receives. Not thread-safe. */
public final class EndpointPair implements AutoCloseable {
    private static final double PATIENCE_SECONDS = 20;
    private static final int MANY = 16;
    private static final double SECONDS_TO_CLIMB = 1;
    private static final double SECONDS_TO_MEASURE = 2;

    private final List<EndpointProcess> endpoints = new ArrayList<>();
    private final String receiverAddress;

    /** Starts both. */
    public EndpointPair(Host sender, Host receiver) throws IOException {
        receiverAddress = receiver.address();
        try {
            endpoints.add(EndpointProcess.start(sender));
            endpoints.add(EndpointProcess.start(receiver));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    public EndpointProcess sender() {
        return endpoints.getFirst();
    }

    public EndpointProcess receiver() {
        return endpoints.getLast();
    }

    /** What plain sockets bring, one and many, for whoever knows nothing of the line. */
    public ExpectedRate measured(int bufferBytes) throws IOException {
        double one = plain(1, bufferBytes);
        return new ExpectedRate(one, Math.max(one, plain(MANY, bufferBytes)));
    }

    private double plain(int flows, int bufferBytes) throws IOException {
        return transfer(Wire.plain(flows, bufferBytes), SECONDS_TO_CLIMB, SECONDS_TO_MEASURE)
                .megabitsPerSecond();
    }

    /** Memory to memory, for so many seconds after those that do not count. */
    public Transfer transfer(Wire wire, double omitSeconds, double seconds) throws IOException {
        int port = receiver().ask(new EndpointOrder.Listen(wire), EndpointOrder.Port.class).port();
        receiver().tell(new EndpointOrder.Receive(wire.connections(), omitSeconds, seconds));
        sender().tell(new EndpointOrder.Send(wire, receiverAddress, port,
                omitSeconds + seconds + PATIENCE_SECONDS));
        EndpointOrder.Received received = receiver().answer(EndpointOrder.Received.class);
        EndpointOrder.Sent sent = sender().answer(EndpointOrder.Sent.class);
        return new Transfer(received.megabitsPerSecond(), sent.streams(),
                sent.cpuSeconds() + received.cpuSeconds(), received.totalBytes());
    }

    /**
     * What a transfer reached.
     *
     * @param streams a moment before its end
     * @param cpuSeconds of both ends, for all bytes
     */
    public record Transfer(double megabitsPerSecond, int streams, double cpuSeconds,
            long totalBytes) {
        public double cpuSecondsPerGibibyte() {
            return cpuSeconds / ((double) totalBytes / (1 << 30));
        }
    }

    @Override
    public void close() {
        endpoints.forEach(EndpointProcess::close);
    }
}

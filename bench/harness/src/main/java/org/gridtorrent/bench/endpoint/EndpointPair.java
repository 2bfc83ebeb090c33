package org.gridtorrent.bench.endpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketSpec;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.WorkerProcess;

/** Sender and receiver of ours at the ends of a line, a process each. Not thread-safe. */
public final class EndpointPair implements AutoCloseable {
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xmx1g",
            "-XX:MaxDirectMemorySize=1g");
    private static final int SECONDS_TO_END = 2;
    /** A sender goes on this much longer: the receiver ends the transfer. */
    private static final double SENDER_EXTRA_SECONDS = 20;
    private static final int MANY = 16;
    private static final double SECONDS_TO_CLIMB = 1;
    private static final double SECONDS_TO_MEASURE = 2;

    private final String receiverAddress;
    private final List<WorkerProcess> endpoints = new ArrayList<>();

    /** Starts both. */
    public EndpointPair(Host sender, Host receiver) throws IOException {
        receiverAddress = receiver.address();
        try {
            endpoints.add(start(sender));
            endpoints.add(start(receiver));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Starts one end, which carries out {@link EndpointOrder}s. */
    static WorkerProcess start(Host host) throws IOException {
        return WorkerProcess.start("host " + host.address(), SECONDS_TO_END, host,
                ChildJvm.command(OPTIONS, List.of("endpoint")));
    }

    private WorkerProcess sender() {
        return endpoints.getFirst();
    }

    private WorkerProcess receiver() {
        return endpoints.getLast();
    }

    /** Rates of plain sockets, one and many, for experiments that know nothing of the line. */
    public ExpectedRate measured(int bufferBytes) throws IOException {
        double one = plain(1, bufferBytes);
        return new ExpectedRate(one, Math.max(one, plain(MANY, bufferBytes)));
    }

    private double plain(int flows, int bufferBytes) throws IOException {
        return transfer(SocketSpec.plain(flows, bufferBytes), SECONDS_TO_CLIMB, SECONDS_TO_MEASURE)
                .megabitsPerSecond();
    }

    /** Memory to memory, for so many seconds after those that do not count. */
    public Transfer transfer(SocketSpec spec, double omitSeconds, double seconds)
            throws IOException {
        int port = listen(spec);
        receiver().send(new EndpointOrder.Receive(spec.connections(), omitSeconds, seconds));
        sender().send(new EndpointOrder.Send(spec, receiverAddress, port,
                omitSeconds + seconds + SENDER_EXTRA_SECONDS));
        EndpointOrder.Received received = receiver().answer(EndpointOrder.Received.class);
        EndpointOrder.Sent sent = sender().answer(EndpointOrder.Sent.class);
        return new Transfer(received.megabitsPerSecond(), sent.streams(),
                sent.cpuSeconds() + received.cpuSeconds(), received.totalBytes());
    }

    /** Milliseconds that each of so many connections takes to be made, one after another. */
    public List<Double> connect(SocketSpec spec, int times) throws IOException {
        int port = listen(spec);
        var _ = receiver().request(new EndpointOrder.Accept(), EndpointOrder.Port.class);
        return sender().request(new EndpointOrder.Connect(spec, receiverAddress, port, times),
                EndpointOrder.Connected.class).milliseconds();
    }

    /** Resources that so many open and idle sockets take of the sender. */
    public EndpointOrder.Costs cost(SocketSpec spec, int sockets) throws IOException {
        int port = listen(spec);
        var _ = receiver().request(new EndpointOrder.Accept(), EndpointOrder.Port.class);
        return sender().request(new EndpointOrder.Cost(spec, receiverAddress, port, sockets),
                EndpointOrder.Costs.class);
    }

    private int listen(SocketSpec spec) throws IOException {
        return receiver().request(new EndpointOrder.Listen(spec), EndpointOrder.Port.class).port();
    }

    /**
     * Result of a transfer.
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
        endpoints.forEach(WorkerProcess::close);
    }
}

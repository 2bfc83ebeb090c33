package org.gridtorrent.bench.endpoint;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketKind;
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketSpec;
import org.gridtorrent.bench.process.CpuClock;
import org.gridtorrent.bench.process.WorkerLoop;
import org.gridtorrent.ptcp.PTCPOptions;
import org.gridtorrent.ptcp.PTCPServerSocket;
import org.gridtorrent.ptcp.PTCPSocket;
import org.gridtorrent.terminal.Failures;
import org.jspecify.annotations.Nullable;

/**
 * End of a line, in a process that carries out {@link EndpointOrder}s until they end. Confined to one
 * thread.
 */
public final class TransferEndpoint {
    private static final int BUFFER_LENGTH = 256 * 1024;
    private static final int WARM_UP_SOCKETS = 3;
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final double MOMENT_SECONDS = 0.1;

    private ServerSocket server;

    public TransferEndpoint() throws IOException {
        server = new ServerSocket();
    }

    public void run(BufferedReader orders, PrintStream answers) throws IOException {
        WorkerLoop.run(orders, answers, EndpointOrder.class, this::carryOut);
        server.close();
    }

    private Object carryOut(EndpointOrder order) throws IOException, InterruptedException {
        return switch (order) {
            case EndpointOrder.Listen listen -> listen(listen.spec());
            case EndpointOrder.Accept _ -> accept();
            case EndpointOrder.Receive receive -> receive(receive);
            case EndpointOrder.Send send -> send(send);
            case EndpointOrder.Connect connect -> connect(connect);
            case EndpointOrder.Cost cost -> cost(cost);
        };
    }

    private EndpointOrder.Port listen(SocketSpec spec) throws IOException {
        server.close();
        server = spec.kind() == SocketKind.PTCP ? new PTCPServerSocket() : new ServerSocket();
        if (spec.bufferBytes() > 0) {
            server.setReceiveBufferSize(spec.bufferBytes());
        }
        server.setSoTimeout(TIMEOUT_MILLIS);
        server.bind(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0), 128);
        return new EndpointOrder.Port(server.getLocalPort());
    }

    private EndpointOrder.Received receive(EndpointOrder.Receive order)
            throws IOException, InterruptedException {
        CpuClock clock = new CpuClock();
        var window = new MeasurementWindow(order.omitSeconds(), order.seconds());
        List<Callable<Void>> flows = new ArrayList<>();
        for (int i = 0; i < order.connections(); i++) {
            Socket socket = server.accept();
            flows.add(() -> {
                receive(socket, window);
                return null;
            });
        }
        together(flows);
        return window.received(clock.cpuSeconds());
    }

    private static void receive(Socket socket, MeasurementWindow window) throws IOException {
        try (socket) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[BUFFER_LENGTH];
            int count;
            while (!window.isOver(System.nanoTime()) && (count = in.read(buffer)) >= 0) {
                window.add(count, System.nanoTime());
            }
            reset(socket);
        }
    }

    /** Runs flows of one transfer, each on a thread of its own; returns when the last one has ended. */
    private static <T extends @Nullable Object> List<T> together(
            List<Callable<T>> flows) throws IOException, InterruptedException {
        List<T> outcomes = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<T> flow : threads.invokeAll(flows)) {
                outcomes.add(flow.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("a flow failed: " + Failures.describe(e).line(), e);
        }
        return outcomes;
    }

    /** Resets the connection: data still on its way is of no use. */
    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private static EndpointOrder.Sent send(EndpointOrder.Send order)
            throws IOException, InterruptedException {
        CpuClock clock = new CpuClock();
        List<EndpointOrder.Sent> sent = together(Collections.nCopies(order.spec().connections(),
                () -> sendOver(connected(order.spec(), order.address(), order.port()), order,
                        clock)));
        return new EndpointOrder.Sent(sent.stream().mapToLong(EndpointOrder.Sent::totalBytes).sum(),
                clock.seconds(), clock.cpuSeconds(),
                sent.stream().mapToInt(EndpointOrder.Sent::streams).sum());
    }

    private static EndpointOrder.Sent sendOver(Socket socket, EndpointOrder.Send order,
            CpuClock clock)
            throws IOException {
        long bytes = 0;
        int streams = 0;
        int latest = 0;
        double latestSeconds = Double.NEGATIVE_INFINITY;
        try {
            OutputStream out = socket.getOutputStream();
            byte[] buffer = new byte[BUFFER_LENGTH];
            while (clock.seconds() < order.seconds()) {
                // Of a moment before the end: while a transfer ends, its streams go one by one.
                if (clock.seconds() - latestSeconds >= MOMENT_SECONDS) {
                    streams = latest;
                    latest = socket instanceof PTCPSocket ptcp ? ptcp.streams() : 1;
                    latestSeconds = clock.seconds();
                }
                out.write(buffer);
                bytes += buffer.length;
            }
        } catch (IOException e) {
            // The receiver has seen enough.
        } finally {
            reset(socket);
        }
        return new EndpointOrder.Sent(bytes, clock.seconds(), clock.cpuSeconds(), streams);
    }

    /** Accepts in the background: connections are held until their peers end them. */
    private EndpointOrder.Port accept() {
        ServerSocket accepting = server;
        Thread.ofVirtual().start(() -> {
            while (!accepting.isClosed()) {
                try {
                    Socket socket = accepting.accept();
                    Thread.ofVirtual().start(() -> hold(socket));
                } catch (IOException e) {
                    return;
                }
            }
        });
        return new EndpointOrder.Port(accepting.getLocalPort());
    }

    private static void hold(Socket socket) {
        try (socket) {
            int _ = socket.getInputStream().read();
        } catch (IOException e) {
            // It was reset, as is usual here.
        }
    }

    private static EndpointOrder.Connected connect(EndpointOrder.Connect order) throws IOException {
        List<Double> milliseconds = new ArrayList<>();
        for (int i = 0; i < order.times(); i++) {
            long startNs = System.nanoTime();
            Socket socket = connected(order.spec(), order.address(), order.port());
            milliseconds.add((System.nanoTime() - startNs) / 1e6);
            reset(socket);
        }
        return new EndpointOrder.Connected(milliseconds);
    }

    private static EndpointOrder.Costs cost(EndpointOrder.Cost order)
            throws IOException, InterruptedException {
        try (var warm = new OpenSockets()) {
            warm.open(WARM_UP_SOCKETS,
                    () -> connected(order.spec(), order.address(), order.port()));
        }
        ResourceSnapshot before = ResourceSnapshot.afterQuiescence();
        ResourceSnapshot taken;
        try (var open = new OpenSockets()) {
            open.open(order.sockets(),
                    () -> connected(order.spec(), order.address(), order.port()));
            taken = ResourceSnapshot.afterQuiescence().minus(before);
        }
        double count = order.sockets();
        return new EndpointOrder.Costs(taken.bytes() / count, taken.platformThreads() / count,
                virtualThreads(order) / count, taken.descriptors() / count);
    }

    /** Opens as many sockets once more. */
    private static int virtualThreads(EndpointOrder.Cost order)
            throws IOException, InterruptedException {
        ResourceSnapshot.awaitChannels();
        try (var threads = new VirtualThreadCounter(); var open = new OpenSockets()) {
            open.open(order.sockets(),
                    () -> connected(order.spec(), order.address(), order.port()));
            ResourceSnapshot.awaitChannels();
            return threads.count();
        }
    }

    private static Socket connected(SocketSpec spec, String address, int port) throws IOException {
        Socket socket = unconnected(spec);
        try {
            if (spec.bufferBytes() > 0) {
                socket.setSendBufferSize(spec.bufferBytes());
            }
            socket.connect(new InetSocketAddress(address, port), TIMEOUT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static Socket unconnected(SocketSpec spec) throws IOException {
        if (spec.kind() == SocketKind.PLAIN) {
            return new Socket();
        }
        return new PTCPSocket(spec.streams() == 0
                ? PTCPOptions.DEFAULTS
                : PTCPOptions.DEFAULTS.withStreams(spec.streams()));
    }
}

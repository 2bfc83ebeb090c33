package org.gridtorrent.bench.ptcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.gridtorrent.bench.process.BackgroundTask;
import org.gridtorrent.bench.process.CpuClock;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.ptcp.PTCPOptions;
import org.gridtorrent.ptcp.PTCPServerSocket;
import org.gridtorrent.ptcp.PTCPSocket;

/**
 * Transfers from memory to memory over the loopback interface, connected before the clock starts.
 *
 * <p>Both ends are in this process, but for iperf3's.
 */
public final class LoopbackTransfer {
    private static final int BUFFER_LENGTH = 256 * 1024;
    private static final int TIMEOUT_SECONDS = 600;

    private LoopbackTransfer() {}

    /** Sending end of a transfer. */
    public interface Sender {
        void send() throws IOException;
    }

    /** Transfer over a {@link PTCPSocket} with so many streams, by its socket streams. */
    public static TransferCost ptcp(int streams, long length)
            throws IOException, InterruptedException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (PTCPServerSocket server = new PTCPServerSocket();
                PTCPSocket out = new PTCPSocket(PTCPOptions.DEFAULTS.withStreams(streams))) {
            server.bind(new InetSocketAddress(loopback, 0));
            out.connect(new InetSocketAddress(loopback, server.getLocalPort()), 10_000);
            try (Socket in = server.accept()) {
                return timed(length, () -> receive(in), () -> send(out, length));
            }
        }
    }

    private static void send(Socket socket, long length) throws IOException {
        OutputStream out = socket.getOutputStream();
        byte[] buffer = new byte[BUFFER_LENGTH];
        for (long left = length; left > 0; left -= buffer.length) {
            out.write(buffer, 0, (int) Math.min(buffer.length, left));
        }
        socket.shutdownOutput();
    }

    private static long receive(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[BUFFER_LENGTH];
        long length = 0;
        int count;
        while ((count = in.read(buffer)) >= 0) {
            length += count;
        }
        return length;
    }

    /** Transfer over one plain {@link SocketChannel} with direct buffers: the least work in Java. */
    public static TransferCost channel(long length) throws IOException, InterruptedException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel out = SocketChannel.open(server.getLocalAddress());
                    SocketChannel in = server.accept()) {
                return timed(length, () -> receive(in), () -> send(out, length));
            }
        }
    }

    private static void send(SocketChannel out, long length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
        for (long left = length; left > 0;) {
            buffer.clear().limit((int) Math.min(BUFFER_LENGTH, left));
            left -= out.write(buffer);
        }
        out.shutdownOutput();
    }

    private static long receive(SocketChannel in) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
        long length = 0;
        int count;
        while ((count = in.read(buffer.clear())) >= 0) {
            length += count;
        }
        return length;
    }

    /** Transfer by iperf3 with so many parallel streams: the least work in C. */
    static TransferCost iperf3(int streams, long length) throws IOException, InterruptedException {
        JsonNode end = Iperf3.run(Host.HERE, Host.HERE, TIMEOUT_SECONDS, List.of(
                "-P", Integer.toString(streams), "-n", Long.toString(length))).end();
        JsonNode received = end.path("sum_received");
        if (!received.path("bytes").isNumber()) {
            throw new IOException("iperf3: no result");
        }
        double seconds = received.path("seconds").asDouble();
        JsonNode cpu = end.path("cpu_utilization_percent");
        double percent = cpu.path("host_total").asDouble() + cpu.path("remote_total").asDouble();
        return new TransferCost(received.path("bytes").asLong(), seconds, seconds * percent / 100);
    }

    /** Runs both ends in this process; {@link IOException} where not as much comes as is sent. */
    public static TransferCost timed(long length, Callable<Long> receiver, Sender sender)
            throws IOException, InterruptedException {
        CpuClock clock = new CpuClock();
        FutureTask<Long> receiving = BackgroundTask.start(receiver);
        sender.send();
        long received = BackgroundTask.outcome(receiving);
        if (received != length) {
            throw new IOException("sent " + length + " bytes, received " + received);
        }
        return new TransferCost(length, clock.seconds(), clock.cpuSeconds());
    }
}

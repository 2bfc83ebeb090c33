package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.FutureTask;
import org.gridtorrent.bench.experiment.Carrier;
import org.gridtorrent.bench.experiment.InProcess;
import org.gridtorrent.bench.process.CpuClock;

/** One plain {@link SocketChannel} with direct buffers: the least that Java can do. */
public final class PlainCarrier implements Carrier {
    private static final int BUFFER_LENGTH = 256 * 1024;

    @Override
    public String name() {
        return "SocketChannel";
    }

    @Override
    public Trip carry(long length) throws IOException, InterruptedException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel out = SocketChannel.open(server.getLocalAddress());
                    SocketChannel in = server.accept()) {
                CpuClock clock = new CpuClock();
                FutureTask<Long> received = InProcess.start(() -> receive(in));
                send(out, length);
                InProcess.requireAll(length, InProcess.outcome(received));
                return new Trip(length, clock.seconds(), clock.cpuSeconds());
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
}

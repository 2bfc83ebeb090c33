package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.FutureTask;
import org.gridtorrent.bench.experiment.Carrier;
import org.gridtorrent.bench.experiment.InProcess;
import org.gridtorrent.bench.process.CpuClock;
import org.gridtorrent.ptcp.PTCPOptions;
import org.gridtorrent.ptcp.PTCPServerSocket;
import org.gridtorrent.ptcp.PTCPSocket;

/** A {@link PTCPSocket}, used as any socket is used. */
public final class PtcpCarrier implements Carrier {
    private static final int BUFFER_LENGTH = 256 * 1024;

    private final int streams;

    public PtcpCarrier(int streams) {
        this.streams = streams;
    }

    @Override
    public String name() {
        return "PTCP";
    }

    @Override
    public Trip carry(long length) throws IOException, InterruptedException {
        try (PTCPServerSocket server = new PTCPServerSocket();
                PTCPSocket out = new PTCPSocket(PTCPOptions.DEFAULTS.withStreams(streams))) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetAddress loopback = InetAddress.getLoopbackAddress();
            out.connect(new InetSocketAddress(loopback, server.getLocalPort()), 10_000);
            try (Socket in = server.accept()) {
                CpuClock clock = new CpuClock();
                FutureTask<Long> received = InProcess.start(() -> receive(in));
                send(out, length);
                InProcess.requireAll(length, InProcess.outcome(received));
                return new Trip(length, clock.seconds(), clock.cpuSeconds());
            }
        }
    }

    private static void send(Socket socket, long length) throws IOException {
        OutputStream out = socket.getOutputStream();
        byte[] buffer = new byte[BUFFER_LENGTH];
        for (long left = length; left > 0;) {
            int count = (int) Math.min(BUFFER_LENGTH, left);
            out.write(buffer, 0, count);
            left -= count;
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
}

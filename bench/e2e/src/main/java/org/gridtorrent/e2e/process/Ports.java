package org.gridtorrent.e2e.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;

/** Ports that nobody listens on just now. */
public final class Ports {
    private Ports() {}

    /** {@code count} different free ports of the loopback interface. */
    public static int[] free(int count) {
        var sockets = new ArrayList<ServerSocket>();
        try {
            // All held open together, so that no port comes twice.
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            sockets.forEach(Ports::close);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.gridtorrent.standalone;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Carries connections to a server's port, until it is cut: then the server is gone for its clients. */
final class Relay implements AutoCloseable {
    private final URI server;
    private final ServerSocket listener;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    Relay(URI server) throws IOException {
        this.server = server;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = listener.accept();
                Socket far = new Socket(server.getHost(), server.getPort());
                open.add(near);
                open.add(far);
                Thread.startVirtualThread(() -> carry(near, far));
                Thread.startVirtualThread(() -> carry(far, near));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void carry(Socket from, Socket to) {
        try (from; to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // one of them is gone, and so is the other now
        }
    }

    void cut() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}

package org.gridtorrent.bench.endpoint;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Sockets that are held open together, and reset when this is closed. */
final class OpenSockets implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();

    void open(int count, Callable<Socket> opener) throws IOException {
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(opener.call());
            }
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}

package org.gridtorrent.mdtp.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** HTTP proxy that opens tunnels to ports of loopback (CONNECT; RFC 9110, 9.3.6). */
final class ConnectProxy implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> headers = new CopyOnWriteArrayList<>();

    ConnectProxy() throws IOException {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket client = socket.accept();
                    Thread.ofVirtual().start(() -> serve(client));
                }
            } catch (IOException e) {
                // closed
            }
        });
    }

    int port() {
        return socket.getLocalPort();
    }

    /** Header of each request whose tunnel was opened. */
    List<String> headers() {
        return List.copyOf(headers);
    }

    private void serve(Socket client) {
        try (client) {
            // The client says nothing behind the header before it has the answer.
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
            int port = URI.create("//" + in.readLine().split(" ", -1)[1]).getPort();
            StringBuilder header = new StringBuilder();
            for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                header.append(line).append('\n');
            }
            try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                headers.add(header.toString());
                client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n"
                        .getBytes(StandardCharsets.ISO_8859_1));
                Thread.ofVirtual().start(() -> copy(client, server));
                copy(server, client);
            }
        } catch (IOException e) {
            // either side is gone
        }
    }

    private static void copy(Socket from, Socket to) {
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // either side is gone
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

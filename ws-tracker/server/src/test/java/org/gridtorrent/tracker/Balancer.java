package org.gridtorrent.tracker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Hands each connection to the next node that takes it, and tells it by the PROXY protocol (version 1)
 * who called. When either side ends, so does the other.
 */
final class Balancer implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 200,
            InetAddress.getLoopbackAddress());
    private final List<Integer> nodes;
    private final IntFunction<String> callers;
    private final AtomicInteger connections = new AtomicInteger();
    private final Map<Integer, Integer> served = new ConcurrentHashMap<>();

    /** Between these ports of the loopback; some machine of 192.0.2.0/24 calls. */
    Balancer(List<Integer> nodes) throws IOException {
        this(nodes, number -> "192.0.2." + (1 + number % 200));
    }

    /** @param callers the address from which a connection comes, by its number */
    Balancer(List<Integer> nodes, IntFunction<String> callers) throws IOException {
        this.nodes = nodes;
        this.callers = callers;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** How many connections a node was given. */
    int served(int node) {
        return served.getOrDefault(node, 0);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                int number = connections.incrementAndGet();
                Thread.ofVirtual().start(() -> carry(client, number));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void carry(Socket client, int number) {
        try (client) {
            for (int i = 0; i < nodes.size(); i++) {
                int node = nodes.get((number + i) % nodes.size());
                Optional<Socket> server = connect(node);
                if (server.isPresent()) {
                    served.merge(node, 1, Integer::sum);
                    server.get().getOutputStream().write(header(callers.apply(number), node));
                    join(client, server.get());
                    return;
                }
            }
        } catch (IOException e) {
            // ended
        }
    }

    private static Optional<Socket> connect(int node) {
        try {
            return Optional.of(new Socket(InetAddress.getLoopbackAddress(), node));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void join(Socket client, Socket server) {
        Thread.ofVirtual().start(() -> copy(server, client));
        copy(client, server);
    }

    private static byte[] header(String caller, int node) {
        String ways = caller.contains(":")
                ? "TCP6 " + caller + " ::1"
                : "TCP4 " + caller + " 127.0.0.1";
        return "PROXY %s 1024 %d\r\n".formatted(ways, node).getBytes(StandardCharsets.US_ASCII);
    }

    private static void copy(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
        } catch (IOException e) {
            // ended
        } finally {
            end(from);
            end(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // ended
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}

package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Makes the kernel kill or filter TCP connections; needs root, {@code ss} and iptables. */
final class TcpFaults {
    /** The two ports that identify a connection on the loopback interface. */
    record Ports(int local, int remote) {
        static Ports of(SocketChannel channel) throws IOException {
            return new Ports(port(channel.getLocalAddress()), port(channel.getRemoteAddress()));
        }

        private static int port(SocketAddress address) {
            return ((InetSocketAddress) address).getPort();
        }
    }

    private TcpFaults() {}

    /** Skips the test if connections cannot be killed. */
    static void requireKilling() {
        // Without the permission ss does nothing and prints nothing, so it has to be tried.
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = SocketChannel.open(server.getLocalSocketAddress());
                var accepted = server.accept()) {
            kill(portsOf(List.of(client)));
            accepted.setSoTimeout(1000);
            accepted.getInputStream().read();
        } catch (SocketTimeoutException e) {
            Assumptions.abort("ss -K kills no connection here: it needs root and a kernel with"
                    + " INET_DIAG_DESTROY");
        } catch (SocketException e) {
            // It was reset, as it should be.
        } catch (IOException e) {
            Assumptions.abort("ss does not run here (iproute2): " + e.getMessage());
        }
    }

    /** Skips the test if there is no packet filter. */
    static void requireFiltering() {
        try {
            run("iptables", "-w", "-L", "INPUT", "-n");
        } catch (IOException e) {
            Assumptions.abort("iptables does not work here, it needs root: " + e.getMessage());
        }
    }

    /** The ports of those channels that are still open. */
    static List<Ports> portsOf(List<SocketChannel> channels) {
        List<Ports> ports = new ArrayList<>();
        for (SocketChannel channel : channels) {
            try {
                ports.add(Ports.of(channel));
            } catch (ClosedChannelException e) {
                // It is gone already.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return ports;
    }

    /** Aborts the connections of the sockets; their peers are reset. */
    static void kill(List<Ports> sockets) throws IOException {
        if (sockets.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("ss", "-K", "-tn"));
        for (Ports ports : sockets) {
            command.addAll(command.size() == 3 ? List.of() : List.of("or"));
            command.addAll(List.of("(", "sport", "=", ":" + ports.local, "and",
                    "dport", "=", ":" + ports.remote, ")"));
        }
        run(command.toArray(String[]::new));
    }

    /** Kills all connections to the port except one. */
    static void killAllTo(int port, int sparedLocalPort) throws IOException {
        run("ss", "-K", "-tn", "dport", "=", ":" + port, "and",
                "sport", "!=", ":" + sparedLocalPort);
    }

    /** Packet filter on some connections, until it is closed. */
    record Filter(List<Ports> connections, List<String> target) implements AutoCloseable {
        /** Drops all packets silently. */
        static Filter dropping(List<Ports> connections) throws IOException {
            return applied(new Filter(connections, List.of("DROP")));
        }

        /** Answers each packet with a reset. */
        static Filter rejecting(List<Ports> connections) throws IOException {
            return applied(
                    new Filter(connections, List.of("REJECT", "--reject-with", "tcp-reset")));
        }

        private static Filter applied(Filter filter) throws IOException {
            for (Ports ports : filter.connections) {
                change("-I", ports.local, ports.remote, filter.target);
                change("-I", ports.remote, ports.local, filter.target);
            }
            return filter;
        }

        @Override
        public void close() throws IOException {
            for (Ports ports : connections) {
                change("-D", ports.local, ports.remote, target);
                change("-D", ports.remote, ports.local, target);
            }
        }

        private static void change(String what, int from, int to, List<String> target)
                throws IOException {
            List<String> command = new ArrayList<>(List.of("iptables", "-w", what, "INPUT",
                    "-i", "lo", "-p", "tcp", "--sport", "" + from, "--dport", "" + to, "-j"));
            command.addAll(target);
            run(command.toArray(String[]::new));
        }
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            String said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(String.join(" ", command) + " ended with " + status + ": "
                        + said.strip());
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}

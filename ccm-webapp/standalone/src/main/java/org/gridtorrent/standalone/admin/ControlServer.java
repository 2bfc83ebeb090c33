package org.gridtorrent.standalone.admin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.gridtorrent.terminal.Failures;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.UserSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes administrators' requests at a Unix domain socket that only the server's own user may open.
 *
 * <p>One JSON line each way, then the connection ends. Requests are carried out one at a time.
 */
public final class ControlServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
    /** In characters; far more than any request needs. */
    private static final int MAX_REQUEST_LENGTH = 64 << 10;
    private static final int MAX_CONNECTIONS = 16;

    private final Function<AdminRequest, AdminAnswer> administration;
    private final Object oneAtATime = new Object();
    private final UserSocket socket;

    /** Listens at {@code address}; the caller holds the home's lock, so what lies there is left over. */
    public ControlServer(UnixDomainSocketAddress address,
            Function<AdminRequest, AdminAnswer> administration) throws IOException {
        this.administration = administration;
        socket = UserSocket.open(address, MAX_CONNECTIONS, this::serve,
                e -> LOG.warn("An administrator's command was not heard, or went away: {}",
                        e.getMessage()));
    }

    private void serve(SocketChannel connection) throws IOException {
        AdminAnswer answer = answer(readLine(connection, MAX_REQUEST_LENGTH));
        OutputStream out = Channels.newOutputStream(connection);
        out.write((Json.MAPPER.writeValueAsString(answer) + "\n")
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private AdminAnswer answer(String line) {
        synchronized (oneAtATime) {
            try {
                return administration.apply(Json.MAPPER.readValue(line, AdminRequest.class));
            } catch (IOException | RuntimeException e) {
                return AdminAnswer.failure(Failures.describe(e));
            }
        }
    }

    static String readLine(SocketChannel connection, int maxLength) throws IOException {
        return UserSocket.readLine(new BufferedReader(new InputStreamReader(
                Channels.newInputStream(connection), StandardCharsets.UTF_8)), maxLength);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

package org.gridtorrent.standalone.admin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.gridtorrent.terminal.Failures;
import org.gridtorrent.terminal.Json;
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

    private final Path path;
    private final ServerSocketChannel listener;
    private final Function<AdminRequest, AdminAnswer> administration;
    private final Semaphore places = new Semaphore(MAX_CONNECTIONS);
    private final Object oneAtATime = new Object();

    private ControlServer(Path path, ServerSocketChannel listener,
            Function<AdminRequest, AdminAnswer> administration) {
        this.path = path;
        this.listener = listener;
        this.administration = administration;
    }

    /** Listens at {@code address}; the caller holds the home's lock, so what lies there is left over. */
    public static ControlServer start(UnixDomainSocketAddress address,
            Function<AdminRequest, AdminAnswer> administration) throws IOException {
        Path path = address.getPath();
        Files.deleteIfExists(path);
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(address);
        // Between these two steps the home's own permissions keep others out.
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        ControlServer server = new ControlServer(path, listener, administration);
        Thread.ofVirtual().name("control").start(server::accept);
        return server;
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel connection = listener.accept();
                places.acquireUninterruptibly();
                Thread.ofVirtual().name("control-request").start(() -> serve(connection));
            }
        } catch (ClosedChannelException e) {
            // closed: the server ends
        } catch (IOException e) {
            LOG.error("Administrators' commands are no longer heard", e);
        }
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            String line = readLine(connection, MAX_REQUEST_LENGTH);
            AdminAnswer answer = answer(line);
            OutputStream out = Channels.newOutputStream(connection);
            out.write((Json.MAPPER.writeValueAsString(answer) + "\n")
                    .getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            LOG.warn("An administrator's command went away before its answer: {}", e.getMessage());
        } finally {
            places.release();
        }
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
        var reader = new BufferedReader(
                new InputStreamReader(Channels.newInputStream(connection), StandardCharsets.UTF_8));
        StringBuilder line = new StringBuilder();
        for (int c = reader.read(); c >= 0 && c != '\n'; c = reader.read()) {
            if (line.length() >= maxLength) {
                throw new IOException("a line longer than " + maxLength + " characters");
            }
            line.append((char) c);
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(path);
    }
}

package org.gridtorrent.client.daemon;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.UserSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers commands on the Unix socket, JSON line by JSON line.
 *
 * <p>One virtual thread a connection. The socket's file is the owner's alone, which is all the
 * authentication there is.
 */
final class ControlServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
    private static final int LONGEST_LINE = 8192;
    /** A command that waits for a task to end keeps its connection meanwhile. */
    private static final int MAX_CONNECTIONS = 256;

    private final JsonMapper json = Json.MAPPER;
    private final ControlRequests desk;
    private final UserSocket socket;

    /** Takes the address over; that no other daemon uses it is the lock's business. */
    ControlServer(UnixDomainSocketAddress address, ControlRequests desk) throws IOException {
        this.desk = desk;
        socket = UserSocket.open(address, MAX_CONNECTIONS, this::serve,
                e -> LOG.debug("a command was not heard, or went away", e));
    }

    private void serve(SocketChannel channel) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(
                new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8),
                LONGEST_LINE);
        OutputStream out = Channels.newOutputStream(channel);
        String line = UserSocket.readLine(in, LONGEST_LINE);
        while (!line.isEmpty()) {
            answer(line, out);
            line = UserSocket.readLine(in, LONGEST_LINE);
        }
    }

    private void answer(String line, OutputStream out) throws IOException, InterruptedException {
        try {
            ControlRequest request = json.readValue(line, ControlRequest.class);
            if (request == null || request.verb() == null) {
                send(ControlAnswer.error("not a request: it names no verb"), out);
            } else {
                desk.answer(request, answer -> send(answer, out));
            }
        } catch (JsonProcessingException e) {
            send(ControlAnswer.error("not a request: " + e.getOriginalMessage()), out);
        }
    }

    private void send(ControlAnswer answer, OutputStream out) throws IOException {
        out.write((json.writeValueAsString(answer) + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

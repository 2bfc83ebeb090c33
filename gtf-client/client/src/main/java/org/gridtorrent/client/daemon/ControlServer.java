package org.gridtorrent.client.daemon;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.gridtorrent.terminal.Json;
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

    private final JsonMapper json = Json.MAPPER;
    private final UnixDomainSocketAddress address;
    private final ServerSocketChannel server;
    private final ControlDesk desk;

    /** Takes the address over; that no other daemon uses it is the lock's business. */
    ControlServer(UnixDomainSocketAddress address, ControlDesk desk) throws IOException {
        this.address = address;
        this.desk = desk;
        Files.deleteIfExists(address.getPath());
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(address);
        Files.setPosixFilePermissions(address.getPath(),
                PosixFilePermissions.fromString("rw-------"));
        Thread.ofVirtual().name("control").start(this::accept);
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel channel = server.accept();
                Thread.ofVirtual().name("control connection").start(() -> serve(channel));
            } catch (IOException e) {
                LOG.debug("control", e);
            }
        }
    }

    private void serve(SocketChannel channel) {
        try (channel) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8),
                    LONGEST_LINE);
            OutputStream out = Channels.newOutputStream(channel);
            for (String line = read(in); !line.isEmpty(); line = read(in)) {
                answer(line, out);
            }
        } catch (IOException e) {
            LOG.debug("a command went away", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Up to the line's end; empty at the stream's. */
    private static String read(BufferedReader in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (line.length() >= LONGEST_LINE) {
                throw new IOException("a request longer than " + LONGEST_LINE);
            }
            line.append((char) c);
        }
        return line.toString();
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
        server.close();
        Files.deleteIfExists(address.getPath());
    }
}

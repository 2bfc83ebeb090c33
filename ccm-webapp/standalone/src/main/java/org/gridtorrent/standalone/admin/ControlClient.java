package org.gridtorrent.standalone.admin;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Json;

/** Brings one request to the running server. */
final class ControlClient {
    /** In characters; a list of every account of a large site fits. */
    private static final int MAX_ANSWER_LENGTH = 64 << 20;

    private ControlClient() {}

    /** The server's answer; empty when no server listens at {@code address}. */
    static Optional<AdminAnswer> ask(UnixDomainSocketAddress address, AdminRequest request)
            throws IOException {
        if (!Files.exists(address.getPath())) {
            return Optional.empty();
        }
        try (SocketChannel connection = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            if (!connect(connection, address)) {
                return Optional.empty();
            }
            String line = Json.MAPPER.writerFor(AdminRequest.class).writeValueAsString(request);
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
            while (bytes.hasRemaining()) {
                connection.write(bytes);
            }
            return Optional.of(answer(ControlServer.readLine(connection, MAX_ANSWER_LENGTH)));
        }
    }

    private static boolean connect(SocketChannel connection, UnixDomainSocketAddress address)
            throws IOException {
        try {
            return connection.connect(address);
        } catch (SocketException e) {
            return false; // a socket that a killed server left
        }
    }

    private static AdminAnswer answer(String line) throws IOException {
        if (line.isEmpty()) {
            throw new CommandFailure(ExitStatus.NO_ANSWER, "the server ended before it answered");
        }
        return Json.MAPPER.readValue(line, AdminAnswer.class);
    }
}

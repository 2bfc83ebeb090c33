package org.gridtorrent.standalone.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlServerTest {
    @TempDir
    Path folder;
    private UnixDomainSocketAddress address;
    private ControlServer server;

    @BeforeEach
    void start() throws IOException {
        address = UnixDomainSocketAddress.of(folder.resolve("server.sock"));
        server = new ControlServer(address, ControlServerTest::answer);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static AdminAnswer answer(AdminRequest request) {
        return switch (request) {
            case AdminRequest.AddUser add ->
                AdminAnswer.of(Map.of("name", add.name()), List.of("made " + add.name()));
            case AdminRequest.Check _ -> throw CommandFailure.notFound("nothing to check");
            default -> throw new IllegalStateException("not asked here");
        };
    }

    @Test
    void request_answered() throws IOException {
        var request = new AdminRequest.AddUser("member", "A\nmember", false, null);
        AdminAnswer answer = ControlClient.ask(address, request).orElseThrow();
        assertThat(answer.lines()).containsExactly("made member");
        assertThat(answer.value().path("name").asText()).isEqualTo("member");
    }

    @Test
    void request_failed() throws IOException {
        AdminAnswer answer = ControlClient.ask(address, new AdminRequest.Check()).orElseThrow();
        assertThat(answer.exitStatus()).isEqualTo(5);
        assertThat(answer.failure()).isEqualTo("nothing to check");
    }

    @Test
    void request_nobodyListens() throws IOException {
        server.close();
        assertThat(ControlClient.ask(address, new AdminRequest.Check())).isEmpty();
    }

    @Test
    void socket_isItsOwnersAlone() throws IOException {
        assertThat(PosixFilePermissions
                .toString(Files.getPosixFilePermissions(folder.resolve("server.sock"))))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"command\":\"no-such\"}", "{\"command\":7}",
        "\u0000\u0001\u0002", "{\"command\":\"user-add\",\"name\":{}}"})
    void request_malformed(String line) throws IOException {
        assertThat(send(line + "\n")).contains("\"failure\":\"").doesNotContain("\"exitStatus\":0");
    }

    @Test
    void request_oversized() throws IOException {
        assertThat(send("x".repeat(70_000) + "\n")).isEmpty();
        assertThat(ControlClient.ask(address, new AdminRequest.Check())).isPresent();
    }

    private String send(String text) throws IOException {
        try (SocketChannel connection = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            connection.connect(address);
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                connection.write(bytes);
            }
            return new String(Channels.newInputStream(connection).readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // closed on us while we wrote
        }
    }
}

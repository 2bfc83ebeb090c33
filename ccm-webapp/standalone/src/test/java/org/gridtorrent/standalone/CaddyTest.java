package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator's guide's configuration of Caddy before the pages. */
class CaddyTest {
    private static final Path PROGRAM = Path.of("/usr/bin/caddy");

    @TempDir
    Path folder;

    @Test
    void pagesAreReachedThroughCaddy() throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "caddy is not installed");
        int port = freePort();
        URI outside = URI.create("http://127.0.0.1:" + port);
        try (ServerProcess server = ServerProcess.run(folder.resolve("home"), Map.of(),
                "--pages-url", outside.toString(), "--trusted-proxy", "127.0.0.1", "--http",
                "127.0.0.1:" + freePort())) {
            Path file = Files.writeString(folder.resolve("Caddyfile"), """
                    {
                        admin off
                    }
                    """ + sample().replace("grid.example.org", outside.toString())
                    .replace("127.0.0.1:8480", server.http()));
            Process caddy = caddy(file);
            try (HttpClient http = HttpClient.newHttpClient()) {
                var ask = HttpRequest.newBuilder(outside.resolve("/login"))
                        .timeout(Duration.ofSeconds(10)).build();
                HttpResponse<String> answer = await().ignoreException(ConnectException.class)
                        .until(() -> http.send(ask, HttpResponse.BodyHandlers.ofString()),
                                given -> given.statusCode() != 502);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).contains("name=\"password\"");
            } finally {
                caddy.destroy();
                caddy.waitFor();
            }
        }
    }

    /** The block of the guide that begins with the host's name. */
    private static String sample() throws IOException {
        return Files.readAllLines(Path.of("../../docs/OPERATOR-GUIDE.md")).stream()
                .dropWhile(line -> !line.equals("grid.example.org {"))
                .takeWhile(line -> !line.equals("```"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private Process caddy(Path file) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(PROGRAM.toString(), "run", "--adapter",
                "caddyfile", "--config", file.toString()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("caddy.log").toFile());
        builder.environment().putAll(Map.of("HOME", folder.toString(), "XDG_DATA_HOME",
                folder.toString(), "XDG_CONFIG_HOME", folder.toString()));
        return builder.start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}

package org.gridtorrent.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.e2e.process.Ports;
import org.gridtorrent.e2e.process.Running;
import org.gridtorrent.e2e.process.Until;

/** Web server (nginx) on 127.0.0.1 with the files of a folder; below {@code /locked/} it wants a token. */
final class MirrorServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final List<Path> PROGRAMS = Stream.of("/usr/sbin/nginx", "/usr/bin/nginx",
            "/usr/local/sbin/nginx", "/usr/local/bin/nginx").map(Path::of).toList();

    private final Path folder;
    private final int port;
    private final Running process;

    private MirrorServer(Path folder, int port, Running process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /** Skips the test where nginx is not installed. */
    static MirrorServer start(Path folder, Path root, String token) throws IOException {
        Optional<Path> program = PROGRAMS.stream().filter(Files::isExecutable).findFirst();
        assumeTrue(program.isPresent(), "nginx is not installed");
        Files.createDirectories(folder);
        int port = Ports.free(1)[0];
        Path configuration = Files.writeString(folder.resolve("nginx.conf"),
                configuration(folder, root, port, token));
        Running process = Running.start("nginx", List.of(program.orElseThrow().toString(), "-c",
                configuration.toString(), "-p", folder.toString(), "-e",
                folder.resolve("error.log").toString()), folder.resolve("output.log"));
        Until.observed("nginx", LIMIT, () -> answers(port));
        return new MirrorServer(folder, port, process);
    }

    private static String configuration(Path folder, Path root, int port, String token) {
        return """
                daemon off;
                master_process off;
                pid %1$s/nginx.pid;
                events { }
                http {
                    access_log %1$s/access.log;
                    client_body_temp_path %1$s/temp;
                    proxy_temp_path %1$s/temp;
                    fastcgi_temp_path %1$s/temp;
                    uwsgi_temp_path %1$s/temp;
                    scgi_temp_path %1$s/temp;
                    root "%2$s";
                    server {
                        listen 127.0.0.1:%3$d;
                        location /locked/ {
                            if ($http_authorization != "Bearer %4$s") { return 401; }
                            alias "%2$s/";
                        }
                    }
                }
                """.formatted(folder, root, port, token);
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Requests that were answered by parts of files. */
    long rangesServed() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("access.log"))) {
            return lines.filter(line -> line.contains("\" 206 ")).count();
        }
    }

    @Override
    public void close() {
        process.stop(LIMIT);
    }
}

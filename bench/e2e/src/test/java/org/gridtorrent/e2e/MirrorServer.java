package org.gridtorrent.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.e2e.process.Ports;
import org.gridtorrent.e2e.process.Running;
import org.gridtorrent.e2e.process.Until;
import org.gridtorrent.testing.ServerKey;

/**
 * Web server (nginx) on 127.0.0.1 with the files of a folder, by HTTP and by HTTPS of the
 * oldest TLS that is in use.
 *
 * <p>Below {@code /locked/} it wants a bearer token, below {@code /private/} a password.
 */
final class MirrorServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final List<Path> PROGRAMS = Stream.of("/usr/sbin/nginx", "/usr/bin/nginx",
            "/usr/local/sbin/nginx", "/usr/local/bin/nginx").map(Path::of).toList();

    private final Path folder;
    private final int port;
    private final int tlsPort;
    private final Running process;

    /**
     * What its clients have to show.
     *
     * @param token bearer token for {@code /locked/}
     * @param basic user and password for {@code /private/}, as they are sent
     */
    record Secrets(String token, String basic) {}

    private MirrorServer(Path folder, int port, int tlsPort, Running process) {
        this.folder = folder;
        this.port = port;
        this.tlsPort = tlsPort;
        this.process = process;
    }

    /**
     * Skips the test where nginx is not installed.
     *
     * @param root folder of the files that it serves
     */
    static MirrorServer start(Path folder, Path root, ServerKey key, Secrets secrets)
            throws IOException, GeneralSecurityException {
        Optional<Path> program = PROGRAMS.stream().filter(Files::isExecutable).findFirst();
        assumeTrue(program.isPresent(), "nginx is not installed");
        Files.createDirectories(folder);
        int[] ports = Ports.free(2);
        Files.writeString(folder.resolve("cert.pem"), key.certificatePem());
        Files.writeString(folder.resolve("key.pem"), key.keyPem());
        Path configuration = Files.writeString(folder.resolve("nginx.conf"),
                configuration(folder, root, ports, secrets));
        Running process = Running.start("nginx", List.of(program.orElseThrow().toString(), "-c",
                configuration.toString(), "-p", folder.toString(), "-e",
                folder.resolve("error.log").toString()), folder.resolve("output.log"));
        Until.observed("nginx", LIMIT, () -> answers(ports[1]));
        return new MirrorServer(folder, ports[0], ports[1], process);
    }

    private static String configuration(Path folder, Path root, int[] ports, Secrets secrets) {
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
                        listen 127.0.0.1:%4$d ssl;
                        ssl_protocols TLSv1.2;
                        ssl_certificate cert.pem;
                        ssl_certificate_key key.pem;
                        location /locked/ {
                            if ($http_authorization != "Bearer %5$s") { return 401; }
                            alias "%2$s/";
                        }
                        location /private/ {
                            if ($http_authorization != "Basic %6$s") { return 401; }
                            alias "%2$s/";
                        }
                    }
                }
                """.formatted(folder, root, ports[0], ports[1], secrets.token(), secrets.basic());
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

    URI tlsUri(String path) {
        return URI.create("https://127.0.0.1:" + tlsPort + path);
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

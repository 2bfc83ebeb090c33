package org.gridtorrent.engine;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** nginx on 127.0.0.1 with the files of a folder, and a log of its requests. */
final class Nginx implements AutoCloseable {
    private static final List<Path> PROGRAMS = Stream.of("/usr/sbin/nginx", "/usr/bin/nginx",
            "/usr/local/sbin/nginx", "/usr/local/bin/nginx").map(Path::of).toList();

    private final Path home;
    private final InetSocketAddress address;
    private final Process process;

    private Nginx(Path home, InetSocketAddress address, Process process) {
        this.home = home;
        this.address = address;
        this.process = process;
    }

    /** Skips the test, with the program's name, if nginx is not installed. */
    static Nginx serving(Path folder, Path home) throws IOException {
        Path program = PROGRAMS.stream().filter(Files::isExecutable).findFirst()
                .orElse(Path.of(""));
        assumeTrue(Files.isExecutable(program), "nginx is not installed");
        InetSocketAddress address = StockClients.freeAddress(InetAddress.getLoopbackAddress());
        Path configuration = Files.writeString(home.resolve("nginx.conf"), """
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
                    server {
                        listen 127.0.0.1:%2$d;
                        root "%3$s";
                    }
                }
                """.formatted(home, address.getPort(), folder));
        Process process = new ProcessBuilder(program.toString(), "-c", configuration.toString(),
                "-p", home.toString(), "-e", home.resolve("error.log").toString())
                .redirectErrorStream(true).redirectOutput(home.resolve("output").toFile()).start();
        await().until(() -> accepts(address) || !process.isAlive());
        return new Nginx(home, address, process);
    }

    private static boolean accepts(InetSocketAddress address) {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Address of the folder, with a slash at its end. */
    URI uri() {
        return URI.create("http://127.0.0.1:" + address.getPort() + "/");
    }

    /** Requests for parts of files that were answered. */
    long rangesServed() throws IOException {
        try (Stream<String> lines = Files.lines(home.resolve("access.log"))) {
            return lines.filter(line -> line.contains("\" 206 ")).count();
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}

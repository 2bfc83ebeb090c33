package org.gridtorrent.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.opentest4j.TestAbortedException;

/** nginx on 127.0.0.1 as a process of its own, with the servers that a test configures. */
public final class NginxServer implements AutoCloseable {
    private static final List<Path> PROGRAMS = Stream.of("/usr/sbin/nginx", "/usr/bin/nginx",
            "/usr/local/sbin/nginx", "/usr/local/bin/nginx").map(Path::of).toList();

    private final Process process;
    private final Path folder;
    private final int port;
    private final Thread atExit;

    private NginxServer(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
        atExit = new Thread(process::destroyForcibly, "end-nginx");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts it with one server of the files of a folder.
     *
     * @param folder where it keeps its own files
     * @param root of the server
     */
    public static NginxServer serving(Path folder, Path root) throws IOException {
        int port = freePort();
        return start(folder, """
                server {
                    listen 127.0.0.1:%d;
                    root "%s";
                }
                """.formatted(port, root), port);
    }

    /**
     * Starts it; returns when it listens. Skips the test where nginx is not installed.
     *
     * @param folder where it keeps its files; also the root of servers that name no other
     * @param servers blocks of its configuration
     * @param port of one of the servers
     */
    public static NginxServer start(Path folder, String servers, int port) throws IOException {
        Path program = PROGRAMS.stream().filter(Files::isExecutable).findFirst()
                .orElseThrow(() -> new TestAbortedException("nginx is not installed"));
        Path configuration = Files.writeString(folder.resolve("nginx.conf"), """
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
                    root %1$s;
                    %2$s
                }
                """.formatted(folder, servers));
        Process process = new ProcessBuilder(program.toString(), "-c", configuration.toString(),
                "-p", folder.toString(), "-e", folder.resolve("error.log").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile()).start();
        NginxServer nginx = new NginxServer(process, folder, port);
        Awaitility.await().until(() -> !process.isAlive() || accepts(port));
        if (!process.isAlive()) {
            throw new IOException(
                    "nginx does not start: " + Files.readString(folder.resolve("output")).strip());
        }
        return nginx;
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Address of a path at the server of the port that it was started with, by plain HTTP. */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Requests for parts of files that were answered, at all servers. */
    public long rangesServed() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("access.log"))) {
            return lines.filter(line -> line.contains("\" 206 ")).count();
        }
    }

    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}

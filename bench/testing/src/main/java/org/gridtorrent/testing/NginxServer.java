package org.gridtorrent.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.opentest4j.TestAbortedException;

/** nginx as a process of its own, with the servers that a test configures. */
public final class NginxServer implements AutoCloseable {
    private static final List<Path> PROGRAMS = Stream.of("/usr/sbin/nginx", "/usr/bin/nginx",
            "/usr/local/sbin/nginx", "/usr/local/bin/nginx").map(Path::of).toList();

    private final Process process;

    private NginxServer(Process process) {
        this.process = process;
    }

    /**
     * Starts it; returns when it listens. Skips the test where nginx is not installed.
     *
     * @param folder where it keeps its files; also the root of its servers
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
                    access_log off;
                    client_body_temp_path %1$s/temp;
                    proxy_temp_path %1$s/temp;
                    fastcgi_temp_path %1$s/temp;
                    uwsgi_temp_path %1$s/temp;
                    scgi_temp_path %1$s/temp;
                    root %1$s;
                    %2$s
                }
                """.formatted(folder, servers));
        NginxServer nginx = new NginxServer(new ProcessBuilder(program.toString(),
                "-c", configuration.toString(), "-p", folder.toString(), "-e",
                folder.resolve("error.log").toString()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile()).start());
        Awaitility.await().until(() -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            }
        });
        return nginx;
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
    }
}

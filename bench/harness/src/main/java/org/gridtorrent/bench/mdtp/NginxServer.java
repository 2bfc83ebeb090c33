package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;

/**
 * nginx on a host, in one process, serving the files of a folder. Not thread-safe.
 *
 * <p>Its configuration, its log and what else it writes are in a folder of its own.
 */
public final class NginxServer implements AutoCloseable {
    private static final int PORT = 8080;
    private static final String PROGRAM = "nginx";
    /** Path of Debian's nginx; its folder is not on every user's search path. */
    private static final Path DEBIAN_PROGRAM = Path.of("/usr/sbin", PROGRAM);
    private static final int SECONDS_TO_END = 5;

    private final URI root;
    private final Path folder;
    private final Process process;
    private final long pid;
    private int requestsRead;

    private NginxServer(URI root, Path folder, Process process, long pid) {
        this.root = root;
        this.folder = folder;
        this.process = process;
        this.pid = pid;
    }

    /** Why it cannot be run; empty when it can. */
    public static Optional<String> missing() {
        return Files.isExecutable(DEBIAN_PROGRAM)
                ? Optional.empty()
                : Tool.missing(PROGRAM, "nginx-light");
    }

    /**
     * Starts one, and returns when it listens.
     *
     * @param folder an empty one, for what it writes
     * @param root folder of the files that it serves
     */
    public static NginxServer start(Host host, Path folder, Path root)
            throws IOException, InterruptedException {
        return start(host, URI.create("http://" + host.address() + ":" + PORT), folder, root, "");
    }

    /**
     * Certificate in two files.
     *
     * @param chain the certificate, which its clients are told to trust
     */
    public record Certificate(Path chain, Path key) {}

    /** The same over HTTPS, on this machine. */
    public static NginxServer startHttps(Certificate certificate, Path folder, Path root)
            throws IOException, InterruptedException {
        return start(Host.HERE,
                URI.create("https://" + Host.HERE.address() + ":" + Host.freePort()), folder, root,
                "ssl_certificate %s; ssl_certificate_key %s;".formatted(certificate.chain(),
                        certificate.key()));
    }

    private static NginxServer start(Host host, URI address, Path folder, Path root, String tls)
            throws IOException, InterruptedException {
        Path configuration = folder.resolve("nginx.conf");
        Files.writeString(configuration, configuration(address, folder, root, tls));
        Process process = host.startTied(List.of(
                Files.isExecutable(DEBIAN_PROGRAM) ? DEBIAN_PROGRAM.toString() : PROGRAM,
                "-c", configuration.toString(), "-p", folder.toString(),
                "-e", folder.resolve("error.log").toString()));
        try {
            host.awaitListening(address.getPort(), host);
            long pid = Long.parseLong(Files.readString(folder.resolve("nginx.pid")).strip());
            return new NginxServer(address, folder, process, pid);
        } catch (IOException e) {
            Tool.end(process, SECONDS_TO_END);
            throw new IOException("nginx does not start: " + new String(
                    process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip(), e);
        }
    }

    private static String configuration(URI address, Path folder, Path root,
            String tls) {
        return """
                daemon off;
                master_process off;
                error_log %1$s/error.log;
                pid %1$s/nginx.pid;
                events { worker_connections 512; }
                http {
                    log_format requests '%2$s';
                    access_log %1$s/access.log requests;
                    client_body_temp_path %1$s/temp;
                    proxy_temp_path %1$s/temp;
                    fastcgi_temp_path %1$s/temp;
                    uwsgi_temp_path %1$s/temp;
                    scgi_temp_path %1$s/temp;
                    sendfile on;
                    autoindex on;
                    keepalive_requests 100000;
                    server {
                        listen %3$s%4$s;
                        %5$s
                        root %6$s;
                    }
                }
                """.formatted(folder, ServedRequest.LOG_FORMAT, address.getAuthority(),
                tls.isEmpty() ? "" : " ssl", tls, root);
    }

    /** Address of a file below the root. */
    public String url(String path) {
        return root + "/" + path;
    }

    public long pid() {
        return pid;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Requests that ended since this was last asked. */
    List<ServedRequest> newRequests() throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("access.log"));
        List<ServedRequest> requests = new ArrayList<>();
        for (String line : lines.subList(requestsRead, lines.size())) {
            requests.add(ServedRequest.parse(line));
        }
        requestsRead = lines.size();
        return requests;
    }

    @Override
    public void close() {
        Tool.end(process, SECONDS_TO_END);
    }
}

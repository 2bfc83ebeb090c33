package org.gridtorrent.e2e;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.gridtorrent.e2e.process.Ports;
import org.gridtorrent.testing.NginxServer;
import org.gridtorrent.testing.ServerKey;

/**
 * Web server (nginx) on 127.0.0.1 with the files of a folder, by HTTP and by HTTPS of the oldest TLS that is in
 * use.
 *
 * <p>Below {@code /locked/} it wants a bearer token, below {@code /private/} a password.
 */
final class MirrorServer implements AutoCloseable {
    private final NginxServer nginx;
    private final int tlsPort;

    /**
     * What its clients have to show.
     *
     * @param token bearer token for {@code /locked/}
     * @param basic user and password for {@code /private/}, as they are sent
     */
    record Secrets(String token, String basic) {}

    private MirrorServer(NginxServer nginx, int tlsPort) {
        this.nginx = nginx;
        this.tlsPort = tlsPort;
    }

    /**
     * Skips the test where nginx is not installed.
     *
     * @param root folder of the files that it serves
     */
    static MirrorServer start(Path folder, Path root, ServerKey key, Secrets secrets)
            throws IOException, GeneralSecurityException {
        Files.createDirectories(folder);
        int[] ports = Ports.free(2);
        Files.writeString(folder.resolve("cert.pem"), key.certificatePem());
        Files.writeString(folder.resolve("key.pem"), key.keyPem());
        return new MirrorServer(NginxServer.start(folder, """
                server {
                    listen 127.0.0.1:%2$d;
                    listen 127.0.0.1:%3$d ssl;
                    ssl_protocols TLSv1.2;
                    ssl_certificate cert.pem;
                    ssl_certificate_key key.pem;
                    root "%1$s";
                    location /locked/ {
                        if ($http_authorization != "Bearer %4$s") { return 401; }
                        alias "%1$s/";
                    }
                    location /private/ {
                        if ($http_authorization != "Basic %5$s") { return 401; }
                        alias "%1$s/";
                    }
                }
                """.formatted(root, ports[0], ports[1], secrets.token(), secrets.basic()),
                ports[0]), ports[1]);
    }

    URI uri(String path) {
        return nginx.uri(path);
    }

    URI tlsUri(String path) {
        return URI.create("https://127.0.0.1:" + tlsPort + path);
    }

    /** Requests that were answered by parts of files. */
    long rangesServed() throws IOException {
        return nginx.rangesServed();
    }

    @Override
    public void close() {
        nginx.close();
    }
}

package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.CONTENT;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.LENGTH;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.get;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.testing.NginxServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ranges of a real server, which offers HTTP/2 as well. */
@SuppressWarnings("NullAway.Init") // set before the tests
final class NginxReplicaTest {
    private static ServerKey key;
    private static @Nullable NginxServer nginx;
    private static int port;
    private static int tlsPort;

    @RegisterExtension
    final ScriptedReplicas replicas = new ScriptedReplicas();

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        key = ServerKey.make(folder, "ip:127.0.0.1");
        port = NginxServer.freePort();
        tlsPort = NginxServer.freePort();
        Files.write(folder.resolve("file"), CONTENT);
        Files.writeString(folder.resolve("cert.pem"), key.certificatePem());
        Files.writeString(folder.resolve("key.pem"), key.keyPem());
        nginx = NginxServer.start(folder, servers(folder), tlsPort);
    }

    private static String servers(Path folder) {
        return """
                gzip on;
                gzip_types *;
                server {
                    listen 127.0.0.1:%2$d;
                    location /busy { return 429; }
                    location /moved { return 302 /file; }
                    location /whole { max_ranges 0; alias %1$s/file; }
                }
                server {
                    listen 127.0.0.1:%3$d ssl http2;
                    ssl_certificate cert.pem;
                    ssl_certificate_key key.pem;
                }
                """.formatted(folder, port, tlsPort);
    }

    @AfterAll
    static void stop() {
        if (nginx != null) {
            nginx.close();
        }
    }

    private Replica replica(String path) {
        return replicas.replica(URI.create("http://127.0.0.1:" + port + path));
    }

    @Test
    void servesRanges() throws Exception {
        Replica replica = replica("/file");
        ReceivedRange received = get(replica, 0, 200_000);
        received.assertBrings(0, 200_000);
        assertThat(received.response().fileLength()).hasValue(LENGTH);
        assertThat(replica.validator()).isPresent();
        get(replica, 200_000, Long.MAX_VALUE).assertBrings(200_000, LENGTH);
        get(replica, 0, Long.MAX_VALUE).assertBrings(0, LENGTH);
        assertThat(get(replica, LENGTH, LENGTH + 1).end()).isEqualTo((long) LENGTH);
    }

    @Test
    void redirects() throws Exception {
        get(replica("/moved"), 100, 200).assertBrings(100, 200);
    }

    @Test
    void refusesRanges() throws Exception {
        Replica replica = replica("/whole");
        assertThat(get(replica, 100, 200).fault().code())
                .isEqualTo(ReplicaFault.Code.RANGES_UNSUPPORTED);
        ReceivedRange whole = new ReceivedRange();
        replica.getAll(whole);
        whole.assertBrings(0, LENGTH);
    }

    @Test
    void isBusy() throws Exception {
        assertThat(get(replica("/busy"), 0, 100).fault().code()).isEqualTo(ReplicaFault.Code.BUSY);
    }

    @Test
    void doesNotHaveTheFile() throws Exception {
        assertThat(get(replica("/none"), 0, 100).fault().code())
                .isEqualTo(ReplicaFault.Code.NOT_FOUND);
    }

    @Test
    void servesRangesOverTlsThoughItOffersHttp2() throws Exception {
        Replica replica = replicas.client(key.trusting()).replica(
                URI.create("https://127.0.0.1:" + tlsPort + "/file"), AddressPolicy.ANY);
        get(replica, 0, 200_000).assertBrings(0, 200_000);
        get(replica, 200_000, LENGTH).assertBrings(200_000, LENGTH);
    }
}

package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.CONTENT;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.LENGTH;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.get;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.testing.NginxServer;
import org.gridtorrent.testing.ServerKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ranges of a real server, which speaks HTTP/2 as well. */
@SuppressWarnings("NullAway.Init") // set before the tests
final class NginxReplicaTest {
    private static ServerKey key;
    private static Path folder;
    private static @Nullable NginxServer nginx;
    private static int port;
    private static int tlsPort;

    @RegisterExtension
    final ScriptedReplicas replicas = new ScriptedReplicas();

    @BeforeAll
    static void start(@TempDir Path temp) throws Exception {
        folder = temp;
        key = ServerKey.make(folder, "ip:127.0.0.1");
        port = NginxServer.freePort();
        tlsPort = NginxServer.freePort();
        Files.write(folder.resolve("file"), CONTENT);
        Files.writeString(folder.resolve("cert.pem"), key.certificatePem());
        Files.writeString(folder.resolve("key.pem"), key.keyPem());
        nginx = NginxServer.start(folder, servers(), tlsPort);
    }

    private static String servers() {
        return """
                gzip on;
                gzip_types *;
                log_format connections '$connection $server_protocol';
                limit_conn_zone $server_port zone=one:1m;
                server {
                    listen 127.0.0.1:%2$d;
                    location /busy { return 429; }
                    location /moved { return 302 /file; }
                    location /whole { max_ranges 0; alias %1$s/file; }
                    location /one { limit_conn one 1; limit_rate 50k; alias %1$s/file; }
                }
                server {
                    listen 127.0.0.1:%3$d ssl http2;
                    ssl_certificate cert.pem;
                    ssl_certificate_key key.pem;
                    access_log connections.log connections;
                    location /slow { limit_rate 50k; alias %1$s/file; }
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
    void allowsOneConnectionAtATime() throws Exception {
        Replica replica = replica("/one");
        ReceivedRange first = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, LENGTH), first);
        first.response();
        assertThat(get(replica, 0, 100).fault().code())
                .isEqualTo(ReplicaFault.Code.TOO_MANY_CONNECTIONS);
        exchange.cancel();
    }

    private static URI tlsUri(String path) {
        return URI.create("https://127.0.0.1:" + tlsPort + path);
    }

    @Test
    void speaksHttp2WithOthers() throws Exception {
        try (HttpClient other = HttpClient.newBuilder().sslContext(key.trusting()).build()) {
            assertThat(other.send(HttpRequest.newBuilder(tlsUri("/file")).build(),
                    BodyHandlers.discarding()).version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
    }

    /** The range that is cut costs its own connection; the next ones use the other. */
    @Test
    void givesEachRangeAConnectionOfItsOwnThoughItSpeaksHttp2() throws Exception {
        ReplicaClient client = replicas.client(key.trusting());
        ReceivedRange cut = new ReceivedRange();
        RangeExchange exchange = client.replica(tlsUri("/slow"), AddressPolicy.ANY)
                .get(new ByteRange(0, LENGTH), cut);
        cut.awaitBytes(1_000);
        Replica replica = client.replica(tlsUri("/file"), AddressPolicy.ANY);
        get(replica, 0, 200_000).assertBrings(0, 200_000);
        exchange.shorten(1_000);
        assertThat(cut.end()).isEqualTo("completed");
        assertThat(cut.bytes()).hasSizeLessThan(LENGTH)
                .isEqualTo(Arrays.copyOf(CONTENT, cut.bytes().length));
        get(replica, 200_000, LENGTH).assertBrings(200_000, LENGTH);
        Path log = folder.resolve("connections.log");
        List<String> ours = await().until(() -> Files.readAllLines(log).stream()
                .filter(line -> line.endsWith(" HTTP/1.1")).toList(), lines -> lines.size() == 3);
        assertThat(Set.copyOf(ours)).hasSize(2);
    }
}

package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.GOOD;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.get;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.gridtorrent.testing.ServerKey;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before the tests
final class TlsReplicaTest {
    private static ServerKey key;

    @RegisterExtension
    final ScriptedReplicas replicas = new ScriptedReplicas();

    @BeforeAll
    static void makeKey(@TempDir Path folder) throws Exception {
        key = ServerKey.make(folder, "ip:127.0.0.1");
    }

    private Replica replica(SSLContext tls, URI uri) {
        return replicas.client(tls).replica(uri, AddressPolicy.ANY);
    }

    @Test
    void rangesComeOverOneConnection() throws Exception {
        ScriptedHttpServer server = replicas.server(key.server(), GOOD);
        Replica replica = replica(key.trusting(), server.uri("/file"));
        get(replica, 0, 200_000).assertBrings(0, 200_000);
        get(replica, 200_000, 300_000).assertBrings(200_000, 300_000);
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void serverIsNotTrustedByItself() throws Exception {
        ScriptedHttpServer server = replicas.server(key.server(), GOOD);
        assertThat(get(replica(SSLContext.getDefault(), server.uri("/file")), 0, 100).fault()
                .code()).isEqualTo(Code.TLS_FAILED);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void certificateOfAnotherHostIsRefused() throws Exception {
        ScriptedHttpServer server = replicas.server(key.server(), GOOD);
        URI other = URI.create("https://localhost:" + server.uri("/").getPort() + "/file");
        assertThat(get(replica(key.trusting(), other), 0, 100).fault().code())
                .isEqualTo(Code.TLS_FAILED);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void redirectFromTlsToPlainHttpIsRefused() throws Exception {
        ScriptedHttpServer plain = replicas.server(GOOD);
        ScriptedHttpServer server = replicas.server(key.server(), (request, out) -> write(out,
                "HTTP/1.1 302 x\r\nContent-Length: 0\r\nLocation: " + plain.uri("/file")
                        + "\r\n\r\n"));
        assertThat(get(replica(key.trusting(), server.uri("/file")), 0, 100).fault().code())
                .isEqualTo(Code.BAD_REDIRECT);
        assertThat(plain.connections()).isZero();
    }

    @Test
    void tunnelOfAProxyCarriesTls() throws Exception {
        ScriptedHttpServer server = replicas.server(key.server(), GOOD);
        try (ConnectProxy proxy = new ConnectProxy();
                ReplicaClient client = new ReplicaClient(key.trusting(), Credentials.NONE,
                        Map.of("https_proxy", "http://127.0.0.1:" + proxy.port()))) {
            get(client.replica(server.uri("/file"), AddressPolicy.ANY), 0, 200_000)
                    .assertBrings(0, 200_000);
            assertThat(proxy.headers()).hasSize(1);
        }
    }

    @Test
    void passwordOfAProxyOpensATunnelAndDoesNotGoThroughIt() throws Exception {
        ScriptedHttpServer server = replicas.server(key.server(), GOOD);
        try (ConnectProxy proxy = new ConnectProxy();
                ReplicaClient client = new ReplicaClient(key.trusting(), Credentials.NONE,
                        Map.of("https_proxy", "http://ann:secret@127.0.0.1:" + proxy.port()))) {
            get(client.replica(server.uri("/file"), AddressPolicy.ANY), 0, 100)
                    .assertBrings(0, 100);
            assertThat(proxy.headers().getFirst())
                    .contains("Proxy-Authorization: Basic YW5uOnNlY3JldA==");
            assertThat(server.requests().getFirst().headers())
                    .doesNotContainKey("proxy-authorization");
        }
    }
}

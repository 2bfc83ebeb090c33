package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.GOOD;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.get;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
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
                .code()).isEqualTo(Code.UNKNOWN_AUTHORITY);
        assertThat(server.requests()).isEmpty();
    }

    /** Answer to what is no HTTP, as of TLS. */
    @Test
    void plainHttpIsToldFromTls() throws Exception {
        try (ServerSocket plain = accepting(connection -> {
            assertThat(connection.getInputStream().read()).isPositive();
            write(connection.getOutputStream(), "HTTP/1.1 400 Bad Request\r\n\r\n");
            connection.getInputStream().readAllBytes();
        })) {
            assertThat(codeOf(plain)).isEqualTo(Code.PLAIN_HTTP);
        }
    }

    /** The JDK has other words by where it finds the end. */
    @Test
    void connectionThatEndsBeforeTlsIsNoFaultOfTls() throws Exception {
        for (Script end : List.<Script>of(Socket::close, connection -> {
            connection.setSoLinger(true, 0);
            connection.close();
        }, connection -> assertThat(connection.getInputStream().read()).isPositive())) {
            try (ServerSocket ending = accepting(end)) {
                assertThat(codeOf(ending)).isEqualTo(Code.CONNECTION_FAILED);
            }
        }
    }

    private Code codeOf(ServerSocket server) throws Exception {
        URI uri = URI.create("https://127.0.0.1:" + server.getLocalPort() + "/file");
        return get(replica(key.trusting(), uri), 0, 100).fault().code();
    }

    private interface Script {
        void serve(Socket connection) throws IOException;
    }

    private static ServerSocket accepting(Script script) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try (Socket connection = server.accept()) {
                    script.serve(connection);
                } catch (IOException e) {
                    // the client ended the connection, or the test is over
                }
            }
        });
        return server;
    }

    /** As the JDK nests them; it does not check a certificate that is trusted by itself. */
    @Test
    void expiredCertificateIsToldFromTheCauses() {
        CertPathValidatorException path = new CertPathValidatorException("validity check failed",
                new CertificateExpiredException("NotAfter: Thu Nov 19"));
        SSLHandshakeException handshake = new SSLHandshakeException("PKIX");
        handshake.initCause(new CertificateException("PKIX path validation failed", path));
        assertThat(WebTls.failure(new IOException(handshake)))
                .contains(Code.CERTIFICATE_EXPIRED);
    }

    @Test
    void otherFailureIsNoneOfTls() {
        assertThat(WebTls.failure(new IOException(new SSLException((String) null)))).isEmpty();
        assertThat(WebTls.failure(new ConnectException("refused"))).isEmpty();
    }

    @Test
    void certificateOfAnotherHostIsRefused() throws Exception {
        ScriptedHttpServer server = replicas.server(key.server(), GOOD);
        URI other = URI.create("https://localhost:" + server.uri("/").getPort() + "/file");
        assertThat(get(replica(key.trusting(), other), 0, 100).fault().code())
                .isEqualTo(Code.OTHER_CERTIFICATE);
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

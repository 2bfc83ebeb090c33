package org.gridtorrent.ptcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.FutureTask;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsOverPTCPTest {
    private static final String PASSWORD = "changeit";

    private static SSLContext context;

    @BeforeAll
    static void makeKey(@TempDir Path dir) throws Exception {
        Path store = dir.resolve("key.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        int exit = new ProcessBuilder(keytool, "-genkeypair", "-keyalg", "EC", "-dname",
                "CN=localhost", "-keystore", store.toString(), "-storepass", PASSWORD)
                .inheritIO()
                .start()
                .waitFor();
        assertThat(exit).isZero();
        context = context(store);
    }

    private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
        own.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
        trusted.init(keys);
        SSLContext made = SSLContext.getInstance("TLSv1.3");
        made.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return made;
    }

    @Test
    void tls_layeredOverBothEnds_carriesBothDirections() throws Exception {
        try (SocketPair pair = SocketPair.connected(3)) {
            FutureTask<Flow> served = Flow.beside(() -> serve(pair.accepted()));
            try (SSLSocket client = (SSLSocket) context.getSocketFactory()
                    .createSocket(pair.client(), "localhost", pair.client().getPort(), true)) {
                client.getOutputStream().write("hello".getBytes(UTF_8));
                Flow received = Flow.receive(client.getInputStream(), 1);
                assertThat(received).isEqualTo(served.get());
                assertThat(client.getSession().getProtocol()).isEqualTo("TLSv1.3");
            }
            assertThat(pair.client().isClosed()).isTrue();
        }
    }

    /** As a listener does that looks at the first byte before it knows that TLS comes. */
    private static Flow serve(Socket socket) throws IOException {
        int first = socket.getInputStream().read();
        InputStream consumed = new ByteArrayInputStream(new byte[]{(byte) first});
        try (SSLSocket tls = (SSLSocket) context.getSocketFactory()
                .createSocket(socket, consumed, true)) {
            assertThat(tls.getInputStream().readNBytes(5)).isEqualTo("hello".getBytes(UTF_8));
            return Flow.send(tls.getOutputStream(), 10_000_000, 2);
        }
    }
}

package org.gridtorrent.ptcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsOverPTCPTest {
    private static SSLContext context;

    @BeforeAll
    static void makeKey(@TempDir Path dir) throws Exception {
        TlsKey key = TlsKey.make(dir, "localhost");
        context = TlsKey.context(key, key);
    }

    @Test
    void tls_layeredOverBothEnds_carriesBothDirections() throws Exception {
        try (SocketPair pair = SocketPair.connected(3)) {
            FutureTask<Transfer> served = Transfer.inBackground(() -> serve(pair.accepted()));
            try (SSLSocket client = (SSLSocket) context.getSocketFactory()
                    .createSocket(pair.client(), "localhost", pair.client().getPort(), true)) {
                client.getOutputStream().write("hello".getBytes(UTF_8));
                Transfer received = Transfer.receive(client.getInputStream(), 1);
                assertThat(received).isEqualTo(served.get());
                assertThat(client.getSession().getProtocol()).isEqualTo("TLSv1.3");
            }
            assertThat(pair.client().isClosed()).isTrue();
        }
    }

    /** Reads the first byte before it starts TLS, as a listener for several protocols does. */
    private static Transfer serve(Socket socket) throws IOException {
        int first = socket.getInputStream().read();
        InputStream consumed = new ByteArrayInputStream(new byte[]{(byte) first});
        try (SSLSocket tls = (SSLSocket) context.getSocketFactory()
                .createSocket(socket, consumed, true)) {
            assertThat(tls.getInputStream().readNBytes(5)).isEqualTo("hello".getBytes(UTF_8));
            return Transfer.send(tls.getOutputStream(), 3_000_000, 2);
        }
    }
}

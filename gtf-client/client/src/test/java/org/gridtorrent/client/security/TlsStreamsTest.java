package org.gridtorrent.client.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS streams at one end of a connection whose other end is the JDK's socket with TLS. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // set by each test
class TlsStreamsTest {
    private static final int LENGTH = 3_000_000;
    private static Site.Device device;

    private final byte[] content = new byte[LENGTH];
    private final Random random = new Random(39);
    private Socket socket;
    private SSLSocket peer;

    @BeforeAll
    static void enrol(@TempDir Path folder) throws Exception {
        device = new Site(folder, "site").device("ann", "laptop");
    }

    /** Handshaken; the streams read from the socket through this. */
    private TlsStreams connected(UnaryOperator<InputStream> line) throws Exception {
        random.nextBytes(content);
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket raw = new Socket(listener.getInetAddress(), listener.getLocalPort());
            peer = (SSLSocket) device.identity.tls().getSocketFactory().createSocket(raw,
                    "127.0.0.1", raw.getPort(), true);
            socket = listener.accept();
        }
        SSLEngine engine = device.identity.tls().createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(true);
        engine.setEnabledProtocols(Tls.PROTOCOLS);
        TlsStreams streams = new TlsStreams(engine, line.apply(socket.getInputStream()),
                socket.getOutputStream());
        CompletableFuture<Void> shaken = async(peer::startHandshake);
        streams.handshake();
        shaken.get(30, TimeUnit.SECONDS);
        return streams;
    }

    private TlsStreams connected() throws Exception {
        return connected(line -> line);
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        socket.close();
    }

    private interface Task {
        void run() throws IOException;
    }

    private static CompletableFuture<Void> async(Task task) {
        return CompletableFuture.runAsync(() -> {
            try {
                task.run();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }, thread -> Thread.ofVirtual().start(thread));
    }

    /** In parts of all lengths, from none to some records. */
    private void write(OutputStream to, int from, int end) throws IOException {
        Random lengths = new Random(from);
        for (int at = from; at < end;) {
            int length = Math.min(end - at, 1 << lengths.nextInt(18));
            to.write(content, at, length);
            at += length;
        }
        to.flush();
    }

    private void assertReads(InputStream in, int from, int end) throws IOException {
        Random lengths = new Random(end);
        byte[] read = new byte[end - from];
        for (int at = 0; at < read.length;) {
            int count = in.read(read, at,
                    Math.min(read.length - at, 1 << lengths.nextInt(18)));
            assertThat(count).isPositive();
            at += count;
        }
        assertThat(read).isEqualTo(Arrays.copyOfRange(content, from, end));
    }

    @Test
    void bytesPass_bothWaysAtOnce() throws Exception {
        TlsStreams streams = connected();
        CompletableFuture<Void> sent = async(() -> write(peer.getOutputStream(), 0, LENGTH));
        CompletableFuture<Void> answered = async(() -> write(streams.output(), 0, LENGTH));
        CompletableFuture<Void> received = async(
                () -> assertReads(peer.getInputStream(), 0, LENGTH));
        assertReads(streams.input(), 0, LENGTH);
        CompletableFuture.allOf(sent, answered, received).get(30, TimeUnit.SECONDS);
    }

    @Test
    void singleBytesPass() throws Exception {
        TlsStreams streams = connected();
        peer.getOutputStream().write(new byte[]{(byte) 200, 3});
        assertThat(streams.input().read()).isEqualTo(200);
        assertThat(streams.input().read()).isEqualTo(3);
        streams.output().write(201);
        assertThat(peer.getInputStream().read()).isEqualTo(201);
    }

    /** Each side wants new keys in the middle (RFC 8446, 4.6.3). */
    @Test
    void bytesPass_afterKeyUpdates() throws Exception {
        TlsStreams streams = connected();
        for (int part = 0; part < 4; part++) {
            int from = part * 500_000;
            if (part % 2 == 0) {
                peer.startHandshake();
            } else {
                streams.handshake();
            }
            CompletableFuture<Void> sent = async(
                    () -> write(peer.getOutputStream(), from, from + 500_000));
            assertReads(streams.input(), from, from + 500_000);
            sent.get(30, TimeUnit.SECONDS);
            CompletableFuture<Void> received = async(
                    () -> assertReads(peer.getInputStream(), from, from + 500_000));
            write(streams.output(), from, from + 500_000);
            received.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void recordsThatArriveByteByByte_areRead() throws Exception {
        TlsStreams streams = connected(line -> new FilterInputStream(line) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return super.read(target, offset, Math.min(length, 1));
            }
        });
        CompletableFuture<Void> sent = async(() -> write(peer.getOutputStream(), 0, 100_000));
        assertReads(streams.input(), 0, 100_000);
        sent.get(30, TimeUnit.SECONDS);
    }

    /** TLS's own messages, content and the end come in one read, as from a loaded machine. */
    @Test
    void contentBehindKeyUpdate_isReadAtOnce() throws Exception {
        boolean[] gathers = new boolean[1];
        TlsStreams streams = connected(line -> new FilterInputStream(line) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                int count = super.read(target, offset, length);
                while (gathers[0] && count > 0 && count < length) {
                    int more = super.read(target, offset + count, length - count);
                    if (more < 0) {
                        break;
                    }
                    count += more;
                }
                return count;
            }
        });
        gathers[0] = true;
        peer.startHandshake();
        peer.getOutputStream().write(7);
        peer.close();
        assertThat(streams.input().read()).isEqualTo(7);
        assertThat(streams.input().read()).isNegative();
    }

    @Test
    void endOfTheOtherSide_isTheEnd() throws Exception {
        TlsStreams streams = connected();
        peer.getOutputStream().write(1);
        peer.shutdownOutput();
        assertThat(streams.input().readAllBytes()).containsExactly(1);
        assertThat(streams.input().read()).isNegative();
    }

    @Test
    void closedOutput_isTheOtherSidesEnd() throws Exception {
        TlsStreams streams = connected();
        streams.output().write(2);
        streams.closeOutput();
        assertThat(peer.getInputStream().readAllBytes()).containsExactly(2);
        assertThatThrownBy(() -> streams.output().write(1)).isInstanceOf(IOException.class);
    }

    @Test
    void recordThatWasChangedOnItsWay_isRefused() throws Exception {
        boolean[] changes = new boolean[1];
        TlsStreams streams = connected(line -> new FilterInputStream(line) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                int count = super.read(target, offset, length);
                if (changes[0] && count > 0) {
                    target[offset + count - 1] ^= 1;
                }
                return count;
            }
        });
        changes[0] = true;
        peer.getOutputStream().write(new byte[1000]);
        assertThatThrownBy(() -> streams.input().read()).isInstanceOf(SSLException.class);
    }
}

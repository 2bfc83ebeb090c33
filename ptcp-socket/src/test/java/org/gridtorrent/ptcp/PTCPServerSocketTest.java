package org.gridtorrent.ptcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.gridtorrent.ptcp.handshake.HandshakeToken;
import org.gridtorrent.ptcp.handshake.OpenReply;
import org.gridtorrent.ptcp.handshake.Preamble;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@NullUnmarked
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PTCPServerSocketTest {
    private PTCPServerSocket server;
    private InetSocketAddress address;

    @BeforeEach
    void listen() throws IOException {
        server = SocketPair.listening(PTCPOptions.DEFAULTS);
        address = SocketPair.addressOf(server);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void acceptPlain_givesThePlainSocketAllItsBytes() throws Exception {
        server.setAcceptPlain(true);
        for (String sent : List.of("GET / HTTP/1.1", "P", "PTC", "PTCQ is not PTCP", "\u0013Bit")) {
            try (Socket client = new Socket(address.getAddress(), address.getPort())) {
                client.getOutputStream().write(sent.getBytes(UTF_8));
                client.getOutputStream().write("\nmore".getBytes(UTF_8));
                try (Socket plain = server.accept()) {
                    assertThat(plain).isNotInstanceOf(PTCPSocket.class);
                    plain.getOutputStream().write("answer".getBytes(UTF_8));
                    client.shutdownOutput();
                    assertThat(plain.getInputStream().readAllBytes()).asString(UTF_8)
                            .isEqualTo(sent + "\nmore");
                    assertThat(plain.getRemoteSocketAddress())
                            .isEqualTo(client.getLocalSocketAddress());
                }
                assertThat(client.getInputStream().readAllBytes()).asString(UTF_8)
                        .isEqualTo("answer");
            }
        }
    }

    @Test
    void acceptPlain_takesAClientThatEndsWithinTheMagic() throws Exception {
        server.setAcceptPlain(true);
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
            client.getOutputStream().write("PT".getBytes(UTF_8));
            client.shutdownOutput();
            try (Socket plain = server.accept()) {
                assertThat(plain.getInputStream().readAllBytes()).asString(UTF_8).isEqualTo("PT");
            }
        }
    }

    @Test
    void plainConnection_isClosedUnlessAsked() throws Exception {
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
            client.getOutputStream().write('G');
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void silentConnections_delayNoOther() throws Exception {
        server.setAcceptPlain(true);
        List<SocketChannel> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                silent.add(SocketChannel.open(address));
            }
            assertConnects();
        } finally {
            for (SocketChannel channel : silent) {
                channel.close();
            }
        }
    }

    @Test
    void silentConnections_areDroppedAtTheDeadline() throws Exception {
        try (PTCPServerSocket shortStallLimit = new PTCPServerSocket(PTCPOptions.DEFAULTS,
                SessionTimeouts.DEFAULTS,
                Duration.ofMillis(200))) {
            shortStallLimit.setAcceptPlain(true);
            shortStallLimit.bind(new InetSocketAddress(address.getAddress(), 0));
            InetSocketAddress target = SocketPair.addressOf(shortStallLimit);
            ByteBuffer orphan = Preamble.Join
                    .of(0, HandshakeToken.random(16), HandshakeToken.random(32)).encode();
            try (SocketChannel silent = SocketChannel.open(target);
                    SocketChannel half = RawSession.send(target, orphan.duplicate().limit(10));
                    SocketChannel join = RawSession.send(target, orphan)) {
                for (SocketChannel channel : List.of(silent, half, join)) {
                    assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void join_withTheWrongSecret_isClosedAndHarmsNoSession() throws Exception {
        HandshakeToken session = HandshakeToken.random(16);
        HandshakeToken secret = HandshakeToken.random(32);
        try (SocketChannel control = RawSession.send(
                address, RawSession.open(1, session, secret).encode());
                SocketChannel intruder = join(0, session, HandshakeToken.random(32))) {
            assertThat(intruder.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            try (SocketChannel rightful = join(0, session, secret)) {
                assertThat(RawSession.readReply(control).status())
                        .isEqualTo(OpenReply.Status.READY);
                assertThat(rightful.isConnected()).isTrue();
                server.accept().close();
            }
        }
    }

    @Test
    void join_playedTwice_isDropped() throws Exception {
        HandshakeToken session = HandshakeToken.random(16);
        HandshakeToken secret = HandshakeToken.random(32);
        try (SocketChannel control = RawSession.send(
                address, RawSession.open(1, session, secret).encode())) {
            assertThat(RawSession.readReply(control).status()).isEqualTo(OpenReply.Status.READY);
            try (PTCPSocket accepted = (PTCPSocket) server.accept();
                    SocketChannel first = join(0, session, secret)) {
                await().until(() -> accepted.streams() == 1);
                SocketChannel replayed = join(0, session, secret);
                assertThat(replayed.read(ByteBuffer.allocate(1))).isEqualTo(-1);
                first.shutdownOutput();
                await().until(() -> accepted.streams() == 0);
                SocketChannel late = join(0, session, secret);
                assertThat(late.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            }
        }
    }

    @Test
    void joins_inAnyOrder_areTakenAsLongAsTheIdIsNew() throws Exception {
        HandshakeToken session = HandshakeToken.random(16);
        HandshakeToken secret = HandshakeToken.random(32);
        try (SocketChannel early = join(7, session, secret);
                SocketChannel control = RawSession.send(
                        address, RawSession.open(1, session, secret).encode());
                PTCPSocket accepted = (PTCPSocket) server.accept()) {
            assertThat(RawSession.readReply(control).status()).isEqualTo(OpenReply.Status.READY);
            await().until(() -> accepted.streams() == 1);
            SocketChannel far = join(5000, session, secret);
            SocketChannel near = join(4500, session, secret);
            await().until(() -> accepted.streams() == 3);
            assertThat(join(6, session, secret).read(ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(early.isConnected() && far.isConnected() && near.isConnected()).isTrue();
        }
    }

    @Test
    void open_withTheSameSession_isRefused() throws Exception {
        HandshakeToken session = HandshakeToken.random(16);
        HandshakeToken secret = HandshakeToken.random(32);
        ByteBuffer open = RawSession.open(2, session, secret).encode();
        try (SocketChannel first = RawSession.send(address, open.duplicate());
                SocketChannel second = RawSession.send(address, open.duplicate())) {
            OpenReply reply = RawSession.readReply(second);
            assertThat(List.of(reply.status(), RawSession.readReply(first).status()))
                    .containsExactlyInAnyOrder(OpenReply.Status.BAD_REQUEST,
                            OpenReply.Status.READY);
            server.accept().close();
        }
    }

    @Test
    void preamble_ofAnotherVersion_isAnsweredWithOwnVersion() throws Exception {
        ByteBuffer open = RawSession.open(2, HandshakeToken.random(16), HandshakeToken.random(32))
                .encode();
        try (SocketChannel control = RawSession.send(address, open.put(4, (byte) 1))) {
            assertThat(RawSession.readReply(control).status())
                    .isEqualTo(OpenReply.Status.UNSUPPORTED_VERSION);
        }
    }

    @Test
    void preamble_withAnyFieldOutOfRange_isRefused() throws Exception {
        ByteBuffer good = RawSession.open(2, HandshakeToken.random(16), HandshakeToken.random(32))
                .encode();
        List<ByteBuffer> bad = List.of(
                copy(good).put(5, (byte) 9),
                copy(good).putShort(6, (short) 0),
                copy(good).putShort(6, (short) 129),
                copy(good).putShort(6, (short) -1),
                copy(good).putInt(8, 0),
                copy(good).putInt(8, 3),
                copy(good).putInt(8, -1),
                copy(good).putInt(60, 0),
                copy(good).putInt(60, -1),
                copy(good).putInt(64, 1),
                copy(good).putInt(64, Integer.MAX_VALUE));
        for (ByteBuffer preamble : bad) {
            try (SocketChannel control = RawSession.send(address, preamble)) {
                assertThat(RawSession.readReply(control).status())
                        .isEqualTo(OpenReply.Status.BAD_REQUEST);
            }
        }
        assertConnects();
    }

    @Test
    void accept_withTimeout_givesUp() throws Exception {
        server.setSoTimeout(20);
        assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void close_endsAccept() throws Exception {
        FutureTask<Socket> accepting = Transfer.inBackground(server::accept);
        server.close();
        assertThatThrownBy(accepting::get).hasCauseInstanceOf(SocketException.class);
        assertThat(server.isClosed()).isTrue();
    }

    @Test
    void close_resetsConnectionsThatWereNotAccepted() throws Exception {
        try (PTCPSocket client = new PTCPSocket()) {
            client.connect(address, SocketPair.TIMEOUT_MILLIS);
            client.getOutputStream().write("GET".getBytes(UTF_8));
            client.shutdownOutput();
            server.close();
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketException.class);
        }
    }

    private void assertConnects() throws IOException {
        try (PTCPSocket client = new PTCPSocket()) {
            client.connect(address, SocketPair.TIMEOUT_MILLIS);
            server.accept().close();
        }
    }

    private SocketChannel join(int stream, HandshakeToken session, HandshakeToken secret)
            throws IOException {
        return RawSession.send(address, Preamble.Join.of(stream, session, secret).encode());
    }

    private static ByteBuffer copy(ByteBuffer preamble) {
        return ByteBuffer.allocate(preamble.remaining()).put(preamble.duplicate()).flip();
    }
}

package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.gridtorrent.ptcp.handshake.HandshakeToken;
import org.gridtorrent.ptcp.handshake.OpenReply;
import org.gridtorrent.ptcp.handshake.PendingHandshakes;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections while the backlog is full: none is lost silently. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BacklogTest {
    private static final int CLIENTS = 8;

    @Test
    void connectionsBeyondTheBacklog_waitForRoom_andAllAreServed() throws Exception {
        try (PTCPServerSocket server = listening(WireFormat.HANDSHAKE_DEADLINE)) {
            List<FutureTask<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                answers.add(Transfer.inBackground(() -> ask(server)));
            }
            for (int i = 0; i < CLIENTS; i++) {
                try (Socket accepted = server.accept()) {
                    accepted.getOutputStream().write(accepted.getInputStream().read());
                }
            }
            for (FutureTask<Integer> answer : answers) {
                assertThat(answer.get()).isEqualTo(7);
            }
        }
    }

    private static int ask(PTCPServerSocket server) throws IOException {
        try (PTCPSocket client = connected(server)) {
            client.getOutputStream().write(7);
            client.shutdownOutput();
            return client.getInputStream().read();
        }
    }

    @Test
    void connectionThatWaitsForRoom_isNotDroppedForSilentOnes() throws Exception {
        List<SocketChannel> silent = new ArrayList<>();
        try (PTCPServerSocket server = listening(Duration.ofSeconds(50));
                PTCPSocket first = connected(server);
                SocketChannel control = RawSession.send(SocketPair.addressOf(server),
                        RawSession.open(1, HandshakeToken.random(16), HandshakeToken.random(32))
                                .encode())) {
            assertThat(first.isConnected()).isTrue();
            for (int i = 0; i <= PendingHandshakes.MAX; i++) {
                silent.add(SocketChannel.open(SocketPair.addressOf(server)));
            }
            // The last one drops the first one, so all of them were accepted.
            assertThatThrownBy(() -> RawSession.readReply(silent.getFirst()))
                    .isInstanceOf(IOException.class);
            server.accept().close();
            assertThat(RawSession.readReply(control).status()).isEqualTo(OpenReply.Status.READY);
        } finally {
            for (SocketChannel channel : silent) {
                channel.close();
            }
        }
    }

    @Test
    void connectionWithoutRoomInTime_isRefused() throws Exception {
        try (PTCPServerSocket server = listening(Duration.ofMillis(300));
                PTCPSocket first = connected(server)) {
            assertThatThrownBy(() -> connected(server)).isInstanceOf(ConnectException.class)
                    .hasMessageContaining("backlog");
            try (Socket accepted = server.accept();
                    PTCPSocket second = connected(server)) {
                first.getOutputStream().write(7);
                assertThat(accepted.getInputStream().read()).isEqualTo(7);
                assertThat(second.isConnected()).isTrue();
            }
        }
    }

    @Test
    void connectionThatWaitsForRoom_fails_whenTheServerSocketCloses() throws Exception {
        try (PTCPServerSocket server = listening(WireFormat.HANDSHAKE_DEADLINE);
                PTCPSocket first = connected(server);
                SocketChannel control = RawSession.send(SocketPair.addressOf(server),
                        RawSession.open(1, HandshakeToken.random(16), HandshakeToken.random(32))
                                .encode())) {
            assertThat(first.isConnected()).isTrue();
            stop(server);
            assertThatThrownBy(() -> {
                OpenReply reply = RawSession.readReply(control);
                throw new ConnectException(reply.toString());
            }).isInstanceOf(IOException.class).hasMessageNotContaining("READY");
        }
    }

    private static void stop(PTCPServerSocket server) throws IOException {
        server.close();
    }

    @Test
    void plainConnectionWithoutRoomInTime_isReset() throws Exception {
        try (PTCPServerSocket server = listening(Duration.ofMillis(300));
                PTCPSocket first = connected(server);
                Socket plain = new Socket(InetAddress.getLoopbackAddress(),
                        server.getLocalPort())) {
            server.setAcceptPlain(true);
            plain.getOutputStream().write('G');
            assertThat(first.isConnected()).isTrue();
            assertThatThrownBy(() -> plain.getInputStream().read())
                    .isInstanceOf(SocketException.class);
        }
    }

    /** With a backlog of one. */
    private static PTCPServerSocket listening(Duration deadline) throws IOException {
        PTCPServerSocket server = new PTCPServerSocket(
                PTCPOptions.DEFAULTS, SessionTimeouts.DEFAULTS, deadline);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.setSoTimeout(SocketPair.TIMEOUT_MILLIS);
        return server;
    }

    private static PTCPSocket connected(PTCPServerSocket server) throws IOException {
        PTCPSocket client = new PTCPSocket(PTCPOptions.DEFAULTS.withStreams(2));
        try {
            client.connect(SocketPair.addressOf(server), SocketPair.TIMEOUT_MILLIS);
            return client;
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }
}

package org.gridtorrent.ptcp.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.gridtorrent.ptcp.Transfer;
import org.gridtorrent.ptcp.net.TcpChannel;
import org.gridtorrent.ptcp.net.TcpOptions;
import org.gridtorrent.ptcp.session.Session;
import org.gridtorrent.ptcp.session.SessionConfig;
import org.gridtorrent.ptcp.session.SessionParameters;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@NullUnmarked
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SessionRegistryTest {
    private final SessionRegistry registry = new SessionRegistry();
    private final HandshakeToken id = HandshakeToken.random(16);
    private ServerSocket server;
    private SocketChannel channel;

    @BeforeEach
    void connect() throws Exception {
        server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        channel = SocketChannel.open(server.getLocalSocketAddress());
    }

    @AfterEach
    void close() throws Exception {
        channel.close();
        server.close();
    }

    @Test
    void whoWaited_andWhoComesLater_findTheSession_untilItIsOver() throws Exception {
        FutureTask<JoinAuthenticator> early = Transfer.beside(() -> registry.await(id));
        JoinAuthenticator authenticator = authenticator();
        assertThat(registry.take(id, authenticator)).isTrue();
        assertThat(early.get()).isSameAs(authenticator);
        assertThat(registry.await(id)).isSameAs(authenticator);
        assertThat(registry.take(id, authenticator())).isFalse();
        registry.free(id);
        assertThat(registry.count()).isZero();
    }

    @Test
    void whoWaitsOn_whenAnotherGivesUp_isNotForgotten() throws Exception {
        List<Thread> impatient = new ArrayList<>();
        FutureTask<JoinAuthenticator> patient = Transfer.beside(() -> registry.await(id));
        await().until(() -> registry.count() == 1);
        for (int i = 0; i < 3; i++) {
            FutureTask<JoinAuthenticator> vain = new FutureTask<>(() -> registry.await(id));
            impatient.add(Thread.ofVirtual().start(vain));
        }
        for (Thread thread : impatient) {
            thread.interrupt();
            thread.join();
        }
        JoinAuthenticator authenticator = authenticator();
        assertThat(registry.take(id, authenticator)).isTrue();
        assertThat(patient.get()).isSameAs(authenticator);
        assertThat(registry.await(id)).isSameAs(authenticator);
    }

    @Test
    void theLastWhoGivesUp_leavesNothing() throws Exception {
        Thread vain = Thread.ofVirtual().start(new FutureTask<>(() -> registry.await(id)));
        await().until(() -> registry.count() == 1);
        vain.interrupt();
        vain.join();
        assertThat(registry.count()).isZero();
    }

    private JoinAuthenticator authenticator() throws Exception {
        SessionParameters terms = new SessionParameters(1, 1, 16, 1024, Duration.ZERO);
        return new JoinAuthenticator(
                new Session(new TcpChannel(channel), terms, new SessionConfig(1, 1, 16, 16, 16),
                        new TcpOptions(), SessionTimeouts.DEFAULTS, null, () -> {}),
                HandshakeToken.random(32));
    }
}

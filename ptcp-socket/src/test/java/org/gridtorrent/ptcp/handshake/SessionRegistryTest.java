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
    void joinsBeforeAndAfterRegistration_findTheSession_untilItIsRemoved() throws Exception {
        FutureTask<JoinAuthenticator> early = Transfer.inBackground(() -> registry.await(id));
        JoinAuthenticator authenticator = authenticator();
        assertThat(registry.register(id, authenticator)).isTrue();
        assertThat(early.get()).isSameAs(authenticator);
        assertThat(registry.await(id)).isSameAs(authenticator);
        assertThat(registry.register(id, authenticator())).isFalse();
        registry.remove(id);
        assertThat(registry.size()).isZero();
    }

    @Test
    void joinThatStillWaits_isKept_whenOthersGiveUp() throws Exception {
        List<Thread> interrupted = new ArrayList<>();
        FutureTask<JoinAuthenticator> waiting = Transfer.inBackground(() -> registry.await(id));
        await().until(() -> registry.size() == 1);
        for (int i = 0; i < 3; i++) {
            FutureTask<JoinAuthenticator> waiter = new FutureTask<>(() -> registry.await(id));
            interrupted.add(Thread.ofVirtual().start(waiter));
        }
        for (Thread thread : interrupted) {
            thread.interrupt();
            thread.join();
        }
        JoinAuthenticator authenticator = authenticator();
        assertThat(registry.register(id, authenticator)).isTrue();
        assertThat(waiting.get()).isSameAs(authenticator);
        assertThat(registry.await(id)).isSameAs(authenticator);
    }

    @Test
    void lastJoinThatGivesUp_leavesNoEntry() throws Exception {
        Thread waiter = Thread.ofVirtual().start(new FutureTask<>(() -> registry.await(id)));
        await().until(() -> registry.size() == 1);
        waiter.interrupt();
        waiter.join();
        assertThat(registry.size()).isZero();
    }

    private JoinAuthenticator authenticator() throws Exception {
        SessionParameters agreed = new SessionParameters(1, 1, 16, 1024, Duration.ZERO);
        return new JoinAuthenticator(
                new Session(new TcpChannel(channel), agreed, new SessionConfig(1, 1, 16, 16, 16),
                        new TcpOptions(), SessionTimeouts.DEFAULTS, null, () -> {}),
                HandshakeToken.random(32));
    }
}

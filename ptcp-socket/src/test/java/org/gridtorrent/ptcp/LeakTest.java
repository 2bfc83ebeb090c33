package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.stream.BufferPool;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeakTest {
    /** The long run is {@code -Dptcp.connections=10000}. */
    private static final int CONNECTIONS = TestScale.of("ptcp.connections", 112, 1000);

    @Test
    void connectionsThatEndInAnyWay_leaveNoThreadNoDescriptorAndNoBuffer() throws Exception {
        // The first socket starts the virtual machine's poller threads, which stay.
        oneOfEach(0);
        try (VirtualThreads threads = new VirtualThreads()) {
            try (SocketPair _ = SocketPair.connected(2)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> threads.alive() > 2);
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> threads.alive() == 0);
            long descriptors = openDescriptors();
            for (int i = 0; i < CONNECTIONS; i += 7) {
                oneOfEach(i);
            }
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(threads.alive()).isZero();
                assertThat(openDescriptors()).isLessThanOrEqualTo(descriptors);
                assertThat(BufferPool.SHARED.inUse()).isZero();
            });
        }
        System.out.println("LeakTest: " + CONNECTIONS + " connections");
    }

    private static void oneOfEach(int i) throws Exception {
        for (Ending ending : Ending.values()) {
            connected(ending, 1 + i % 8);
        }
        timedOut();
        refused();
        badParameters();
    }

    private enum Ending {
        CLEAN,
        ONE_SIDED,
        UNREAD,
        RESET,
        CONTROL_CHANNEL_DIED
    }

    private static void connected(Ending ending, int streams) throws IOException {
        try (SocketPair pair = SocketPair.connected(streams)) {
            byte[] content = new byte[100_000];
            pair.client().getOutputStream().write(content);
            pair.accepted().getInputStream().readNBytes(1000);
            var session = pair.client().requireConnected();
            session.dataChannels().stream().findFirst()
                    .ifPresent(victim -> Channel.close(victim, true));
            switch (ending) {
                case CLEAN -> {
                    pair.client().shutdownOutput();
                    assertThat(pair.accepted().getInputStream().readAllBytes())
                            .hasSize(content.length - 1000);
                }
                case ONE_SIDED -> pair.client().close();
                case UNREAD -> pair.accepted().getOutputStream().write(content);
                case RESET -> pair.accepted().setSoLinger(true, 0);
                case CONTROL_CHANNEL_DIED -> Channel.close(session.controlChannel(), true);
            }
        }
    }

    private static void timedOut() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                PTCPSocket client = new PTCPSocket(PTCPOptions.DEFAULTS)) {
            assertThatThrownBy(() -> client.connect(silent.getLocalSocketAddress(), 20))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    private static void refused() throws IOException {
        try (PTCPServerSocket server = SocketPair.listening(PTCPOptions.DEFAULTS);
                SocketChannel stranger = RawSession.send(
                        SocketPair.addressOf(server), ByteBuffer.wrap(new byte[]{'P', 'T', 'X'}))) {
            assertThat(stranger.read(ByteBuffer.allocate(1))).isNegative();
        }
    }

    private static void badParameters() throws Exception {
        PTCPOptions options = PTCPOptions.DEFAULTS.withTls(SSLContext.getDefault(),
                new SSLParameters(new String[]{"no such cipher suite"}));
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                PTCPSocket client = new PTCPSocket(options)) {
            assertThatThrownBy(() -> client.connect(server.getLocalSocketAddress()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static long openDescriptors() {
        return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getOpenFileDescriptorCount();
    }
}

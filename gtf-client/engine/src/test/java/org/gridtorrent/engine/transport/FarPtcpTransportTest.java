package org.gridtorrent.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FarPtcpTransportTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Transport transport = new FarPtcpTransport();

    @Test
    void aPeerOnThisMachine_isReachedOverTcp() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Connection connection = transport.connect(
                    (InetSocketAddress) server.getLocalSocketAddress(), TIMEOUT);
            assertThat(connection.transport()).isEqualTo(TcpTransport.NAME);
            connection.close();
        }
    }

    @Test
    void aPortThatNobodyListensOn_isRefused() throws Exception {
        InetSocketAddress closed;
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            closed = (InetSocketAddress) server.getLocalSocketAddress();
        }
        assertThatThrownBy(() -> transport.connect(closed, TIMEOUT))
                .isInstanceOf(ConnectException.class);
    }
}

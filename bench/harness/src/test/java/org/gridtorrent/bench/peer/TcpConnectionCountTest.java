package org.gridtorrent.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TcpConnectionCountTest {
    @Test
    void countsConnectionsToThePort() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "no proc(5) here");
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(),
                    server.getLocalPort());
            assertThat(TcpConnectionCount.to(List.of(address))).isZero();
            try (Socket one = new Socket(address.getAddress(), address.getPort());
                    Socket two = new Socket(address.getAddress(), address.getPort())) {
                assertThat(one.isConnected() && two.isConnected()).isTrue();
                assertThat(TcpConnectionCount.to(List.of(address))).isEqualTo(2);
            }
        }
    }
}

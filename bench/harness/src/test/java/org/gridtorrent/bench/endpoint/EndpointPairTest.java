package org.gridtorrent.bench.endpoint;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketSpec;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.WorkerProcess;
import org.junit.jupiter.api.Test;

class EndpointPairTest {
    @Test
    void reportsAFailureWithTheHostsAddress() throws IOException {
        int nobodys;
        try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobodys = listening.getLocalPort();
        }
        try (WorkerProcess endpoint = EndpointPair.start(Host.HERE)) {
            assertThatThrownBy(() -> endpoint.request(
                    new EndpointOrder.Send(SocketSpec.plain(1, 65_536), "127.0.0.1", nobodys, 1),
                    EndpointOrder.Sent.class)).isInstanceOf(IOException.class)
                    .hasMessageStartingWith("host 127.0.0.1: a flow failed: nobody answered (");
        }
    }
}

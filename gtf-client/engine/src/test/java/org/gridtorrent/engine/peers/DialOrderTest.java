package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.gridtorrent.engine.transport.PeerAddress;
import org.junit.jupiter.api.Test;

class DialOrderTest {
    private static List<PeerAddress> at(String... hosts) {
        return Arrays.stream(hosts).map(host -> PeerAddress
                .tcp(new InetSocketAddress(InetAddress.ofLiteral(host), 7000))).toList();
    }

    @Test
    void theNearestComeFirst_andOfEachKindIpv6AndIpv4InTurn() {
        assertThat(DialOrder.of(at("198.18.0.1", "198.18.0.2", "10.0.0.1", "198.18.0.3",
                "2001:db8::1", "127.0.0.1", "fd00::1", "2001:db8::2", "192.168.0.1", "::1")))
                .isEqualTo(at("::1", "127.0.0.1", "fd00::1", "10.0.0.1", "192.168.0.1",
                        "2001:db8::1", "198.18.0.1", "2001:db8::2", "198.18.0.2", "198.18.0.3"));
    }

    @Test
    void omitsInvalidAndDuplicateAddresses() {
        assertThat(DialOrder.of(at("0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "ff02::1",
                "198.18.0.1", "198.18.0.1"))).isEqualTo(at("198.18.0.1"));
        assertThat(DialOrder.of(List.of(
                PeerAddress.tcp(InetSocketAddress.createUnresolved("peer.test", 7000))))).isEmpty();
    }
}

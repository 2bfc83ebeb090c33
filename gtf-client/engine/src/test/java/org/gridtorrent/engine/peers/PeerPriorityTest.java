package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Peer priority against the examples of BEP 40. */
class PeerPriorityTest {
    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    private static long between(String one, String other) {
        return PeerPriority.between(at(one, 1), at(other, 2));
    }

    @Test
    void computesExamplesOfBep40() {
        assertThat(between("123.213.32.10", "98.76.54.32")).isEqualTo(0xec2d7224L);
        assertThat(between("123.213.32.10", "123.213.32.234")).isEqualTo(0x99568189L);
    }

    @ParameterizedTest
    @CsvSource({
        // another network: FF.FF.55.55
        "10.1.2.3, 20.1.2.3, 20.1.168.171, true",
        "10.1.2.3, 20.1.2.3, 20.1.3.3, false",
        // the same /16: FF.FF.FF.55
        "10.1.2.3, 10.1.9.1, 10.1.9.171, true",
        "10.1.2.3, 10.1.9.1, 10.1.11.1, false",
        // the same /24: all of it
        "10.1.2.3, 10.1.2.1, 10.1.2.171, false",
        // IPv6, another network: FFFF:FFFF:FFFF:5555:…
        "2001:db8:1::1, 2001:db8:2::1, 2001:db8:2:aaaa:aaaa::ab, true",
        "2001:db8:1::1, 2001:db8:2::1, 2001:db8:2:1::1, false",
        // the same /48: FFFF:FFFF:FFFF:FF55:5555:…
        "2001:db8:1:100::1, 2001:db8:1:200::1, 2001:db8:1:2aa:aaaa::ab, true",
        "2001:db8:1:100::1, 2001:db8:1:200::1, 2001:db8:1:800::1, false",
        // the same /56, and on to the last byte
        "2001:db8:1:101::1, 2001:db8:1:102::1, 2001:db8:1:102:aaaa::ab, true",
        "2001:db8:1:101::1, 2001:db8:1:102::1, 2001:db8:1:108::1, false",
        "2001:db8::1, 2001:db8::2, 2001:db8::8, false"})
    void masksLessOfNearerAddresses(String client, String peer,
            String another, boolean same) {
        assertThat(between(client, peer) == between(client, another)).isEqualTo(same);
    }

    @Test
    void isSymmetric() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 500; seed++) {
            var random = new SplittableRandom(seed);
            InetSocketAddress one = any(random);
            InetSocketAddress other = any(random);
            assertThat(PeerPriority.between(one, other)).as("seed %d: %s and %s", seed, one, other)
                    .isEqualTo(PeerPriority.between(other, one));
        }
    }

    private static InetSocketAddress any(SplittableRandom random) {
        return at("10.%d.%d.%d".formatted(random.nextInt(2), random.nextInt(2),
                random.nextInt(3)), random.nextInt(65536));
    }

    @Test
    void usesPortsForSameAddress() {
        long priority = PeerPriority.between(at("10.0.0.1", 7000), at("10.0.0.1", 7001));
        assertThat(priority)
                .isEqualTo(PeerPriority.between(at("10.0.0.9", 7001), at("10.0.0.9", 7000)))
                .isNotEqualTo(PeerPriority.between(at("10.0.0.1", 7000), at("10.0.0.1", 7002)));
    }

    @Test
    void isZeroForUnresolvedAddressOrOtherFamily() {
        assertThat(PeerPriority.between(at("10.0.0.1", 1), at("2001:db8::1", 1))).isZero();
        assertThat(PeerPriority.between(at("10.0.0.1", 1),
                InetSocketAddress.createUnresolved("peer.invalid", 1))).isZero();
    }
}

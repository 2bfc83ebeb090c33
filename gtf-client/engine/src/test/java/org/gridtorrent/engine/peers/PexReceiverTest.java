package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gridtorrent.engine.wire.PexMessage;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.engine.wire.ProtocolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PexReceiverTest {
    private static final long MINUTE_NS = Duration.ofMinutes(1).toNanos();

    private static PexReceiver hearerOf(String source) {
        return new PexReceiver(InetAddress.ofLiteral(source), 0);
    }

    private static PexMessage tells(Stream<InetSocketAddress> addresses) {
        return new PexMessage(
                addresses.map(address -> new Contact(address, false, false)).toList(), List.of());
    }

    private static boolean believes(String source, String address, int port) {
        return !hearerOf(source).validContacts(tells(
                Stream.of(new InetSocketAddress(InetAddress.ofLiteral(address), port)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"198.18.0.1, 198.18.0.2, true", "10.0.0.1, 10.0.9.9, true",
        "127.0.0.1, 127.0.0.1, true", "127.0.0.1, 198.18.0.1, true", "10.0.0.1, 198.18.0.1, true",
        "fe80::1, fe80::2, true", "2001:db8::1, 198.18.0.1, true",
        "198.18.0.1, 10.0.0.1, false", "198.18.0.1, 172.16.0.1, false",
        "198.18.0.1, 192.168.0.1, false", "198.18.0.1, 100.64.0.1, false",
        "198.18.0.1, 169.254.0.1, false", "198.18.0.1, 127.0.0.1, false",
        "2001:db8::1, fd00::1, false", "2001:db8::1, fe80::1, false", "2001:db8::1, ::1, false",
        "10.0.0.1, 127.0.0.1, false", "10.0.0.1, 169.254.0.1, false"})
    void ignoresAddressesOfNearerScope(String source, String address,
            boolean believed) {
        assertThat(believes(source, address, 6881)).isEqualTo(believed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "0.1.2.3", "224.0.0.1", "239.255.255.250", "240.0.0.1",
        "255.255.255.255", "::", "ff02::1"})
    void ignoresInvalidAddresses(String address) {
        assertThat(believes("127.0.0.1", address, 6881)).isFalse();
    }

    @Test
    void ignoresPortZero() {
        assertThat(believes("127.0.0.1", "198.18.0.1", 0)).isFalse();
        assertThat(believes("127.0.0.1", "198.18.0.1", 1)).isTrue();
    }

    @Test
    void takesFirstAddressesOfLongMessage() {
        PexReceiver receiver = hearerOf("198.18.0.1");
        PexMessage crowd = tells(IntStream.rangeClosed(1, 900)
                .mapToObj(port -> new InetSocketAddress("198.18.0.2", port)));
        assertThat(receiver.validContacts(crowd)).hasSize(PexReceiver.MAX_ADDED_FIRST);
        assertThat(receiver.validContacts(crowd)).hasSize(PexReceiver.MAX_ADDED);
    }

    @Test
    void acceptsOneMessagePerMinute() throws ProtocolException {
        PexReceiver receiver = hearerOf("198.18.0.1");
        for (int minute = 0; minute < 1000; minute++) {
            assertThat(receiver.accepts(minute * MINUTE_NS)).isTrue();
        }
    }

    @Test
    void ignoresFrequentMessagesThenFails() throws ProtocolException {
        PexReceiver receiver = hearerOf("198.18.0.1");
        for (int i = 0; i < PexReceiver.MAX_CREDIT; i++) {
            assertThat(receiver.accepts(0)).isTrue();
        }
        for (int i = 0; i < PexReceiver.MAX_IGNORED; i++) {
            assertThat(receiver.accepts(0)).isFalse();
        }
        assertThatThrownBy(() -> receiver.accepts(0)).isInstanceOf(ProtocolException.class)
                .hasMessageContaining("too often");
    }

    @Test
    void acceptsMessagesAgainAfterPause() throws ProtocolException {
        PexReceiver receiver = hearerOf("198.18.0.1");
        for (int i = 0; i < PexReceiver.MAX_CREDIT + PexReceiver.MAX_IGNORED; i++) {
            var _ = receiver.accepts(0);
        }
        assertThat(receiver.accepts(MINUTE_NS)).isTrue();
        assertThat(receiver.accepts(MINUTE_NS)).isFalse();
    }
}

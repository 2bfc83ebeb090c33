package org.gridtorrent.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PEX messages (BEP 11). */
final class PexMessageTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static PexMessage read(String text) throws ProtocolException {
        return PexMessage.parse(bytes(text));
    }

    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    @Test
    void pexMessagesSurviveTheRoundTrip() throws ProtocolException {
        var message = new PexMessage(
                List.of(new Contact(at("198.18.0.1", 6881), true, false),
                        new Contact(at("198.18.0.2", 65535), false, true),
                        new Contact(at("2001:db8::1", 1), true, true)),
                List.of(at("198.18.0.3", 6881), at("2001:db8::2", 6882)));
        var sent = (PeerMessage.Extended) message.toMessage(5);
        assertThat(sent.id()).isEqualTo(5);
        assertThat(PexMessage.parse(sent.payload())).isEqualTo(message);
    }

    @Test
    void encodingFollowsBep11() {
        var message = new PexMessage(
                List.of(new Contact(at("1.2.3.4", 0x1AE1), true, true)), List.of());
        var sent = (PeerMessage.Extended) message.toMessage(1);
        assertThat(new String(sent.payload(), StandardCharsets.ISO_8859_1))
                .isEqualTo("d5:added6:\1\2\3\4\32\3417:added.f1:\22e");
    }

    @Test
    void missingListsAreEmpty() throws ProtocolException {
        assertThat(read("de")).isEqualTo(new PexMessage(List.of(), List.of()));
        assertThat(read("d5:addedi5e4:spam3:egge").added()).isEmpty();
    }

    @Test
    void missingOrMismatchedFlagsAreIgnored() throws ProtocolException {
        Contact plain = new Contact(at("1.2.3.4", 5), false, false);
        assertThat(read("d5:added6:\1\2\3\4\0\5e").added()).containsExactly(plain);
        assertThat(read("d5:added6:\1\2\3\4\0\0057:added.f2:\2\2e").added())
                .containsExactly(plain);
        assertThat(read("d5:added6:\1\2\3\4\0\0057:added.f1:\355e").added())
                .containsExactly(plain);
    }

    @Test
    void duplicatePeersAreReadOnce() throws ProtocolException {
        assertThat(read("d5:added12:\1\2\3\4\0\5\1\2\3\4\0\5e").added()).hasSize(1);
        assertThat(read("d7:dropped12:\1\2\3\4\0\5\1\2\3\4\0\5e").dropped()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "le", "d", "d5:added5:12345e", "d6:added66:123456e",
        "d7:dropped7:1234567e", "d5:added9999999999:e"})
    void malformedPexMessagesAreRejected(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void tooManyPeersAreRejected() throws ProtocolException {
        assertThat(PexMessage.parse(crowd(PexMessage.MAX_PEERS)).added())
                .hasSize(PexMessage.MAX_PEERS);
        assertThatThrownBy(() -> PexMessage.parse(crowd(PexMessage.MAX_PEERS + 1)))
                .hasMessageContaining("1001 peers");
    }

    private static byte[] crowd(int count) {
        List<Contact> contacts = IntStream.rangeClosed(1, count)
                .mapToObj(port -> new Contact(at("198.18.0.1", port), false, false)).toList();
        return ((PeerMessage.Extended) new PexMessage(contacts, List.of()).toMessage(1)).payload();
    }

    @Test
    void noiseIsReadOrRejected() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 5000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] noise = bytes("d5:added12:abcdefghijkl7:added.f2:ab6:added618:"
                    + "abcdefghijklmnopqr7:dropped6:abcdefe");
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                noise[random.nextInt(noise.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                assertThat(PexMessage.parse(noise)).as("seed %d", seed).isNotNull();
            } catch (ProtocolException e) {
                assertThat(e.getMessage()).as("seed %d", seed).isNotBlank();
            }
        }
    }
}

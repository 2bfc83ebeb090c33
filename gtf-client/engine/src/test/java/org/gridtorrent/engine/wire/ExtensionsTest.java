package org.gridtorrent.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Extension handshakes (BEP 10) and metadata messages (BEP 9). */
final class ExtensionsTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static ExtensionHandshake handshake(String text) throws ProtocolException {
        return ExtensionHandshake.parse(bytes(text));
    }

    private static MetadataMessage back(MetadataMessage message) throws ProtocolException {
        var sent = (PeerMessage.Extended) message.toMessage(3);
        assertThat(sent.id()).isEqualTo(3);
        return MetadataMessage.parse(sent.payload()).orElseThrow();
    }

    @Test
    void handshakeSurvivesTheRoundTrip() throws ProtocolException {
        InetAddress v4 = InetAddress.ofLiteral("198.18.0.1");
        InetAddress v6 = InetAddress.ofLiteral("2001:db8::1");
        var all = new ExtensionHandshake(Map.of(Extension.METADATA, 1), Optional.of("GT 1"),
                Optional.of(250), 6881, Optional.of(31235), Optional.of(true), Optional.of(v4));
        var none = new ExtensionHandshake(Map.of(), Optional.empty(), Optional.empty(), 0,
                Optional.empty(), Optional.empty(), Optional.empty());
        var overV6 = new ExtensionHandshake(Map.of(), Optional.empty(), Optional.empty(), 0,
                Optional.empty(), Optional.empty(), Optional.of(v6));
        for (ExtensionHandshake handshake : List.of(all, none, overV6)) {
            var sent = (PeerMessage.Extended) handshake.toMessage();
            assertThat(sent.id()).isZero();
            assertThat(ExtensionHandshake.parse(sent.payload())).isEqualTo(handshake);
        }
    }

    @Test
    void unknownExtensionsAndInvalidIdsAreIgnored() throws ProtocolException {
        assertThat(handshake("d1:md11:ut_metadatai3e6:ut_fooi1eee").extensions())
                .isEqualTo(Map.of(Extension.METADATA, 3));
        assertThat(handshake("d1:md11:ut_metadatai0eee").extensions())
                .isEqualTo(Map.of(Extension.METADATA, 0));
        assertThat(handshake("d1:md11:ut_metadatai256eee").extensions()).isEmpty();
        assertThat(handshake("d1:md11:ut_metadata1:3ee").extensions()).isEmpty();
        assertThat(handshake("d1:mi1ee").extensions()).isEmpty();
    }

    @Test
    void invalidNumbersAreIgnored() throws ProtocolException {
        ExtensionHandshake told = handshake(
                "d13:metadata_sizei-5e1:pi70000e4:reqqi0e11:upload_onlyi1e6:yourip5:abcdee");
        assertThat(told.yourIp()).isEmpty();
        assertThat(told.metadataLength()).isEmpty();
        assertThat(told.port()).isZero();
        assertThat(told.maxRequests()).isEmpty();
        assertThat(told.uploadOnly()).contains(true);
        assertThat(handshake("d13:metadata_sizei99999999999ee").metadataLength()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "le", "i1e", "d", "d1:m"})
    void invalidHandshakesAreRejected(String text) {
        assertThatThrownBy(() -> handshake(text)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void metadataMessagesSurviveTheRoundTrip() throws ProtocolException {
        assertThat(back(new MetadataMessage.Request(7))).isEqualTo(new MetadataMessage.Request(7));
        assertThat(back(new MetadataMessage.Reject(0))).isEqualTo(new MetadataMessage.Reject(0));
        assertThat(back(new MetadataMessage.Data(2, 40_000, new byte[]{5, 6, 7})))
                .isInstanceOfSatisfying(MetadataMessage.Data.class, data -> {
                    assertThat(data.block()).isEqualTo(2);
                    assertThat(data.totalLength()).isEqualTo(40_000);
                    assertThat(data.bytes()).containsExactly(5, 6, 7);
                });
    }

    @Test
    void unknownMessageTypesAreIgnored() throws ProtocolException {
        assertThat(MetadataMessage.parse(bytes("d8:msg_typei3e5:piecei0ee"))).isEmpty();
        assertThat(MetadataMessage.parse(bytes("de"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "le", "d8:msg_typei0ee", "d8:msg_typei0e5:piecei-1ee",
        "d8:msg_typei0e5:piecei4294967296ee", "d8:msg_typei1e5:piecei0ee",
        "d8:msg_typei1e5:piecei0e10:total_sizei5e"})
    void malformedMetadataMessagesAreRejected(String text) {
        assertThatThrownBy(() -> MetadataMessage.parse(bytes(text)))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void metadataBlocksHaveALimit() {
        String head = "d8:msg_typei1e5:piecei0e10:total_sizei99999ee";
        assertThatThrownBy(() -> MetadataMessage.parse(bytes(head + "a".repeat(16385))))
                .hasMessageContaining("16385 bytes");
    }

    @Test
    void noiseIsReadOrRejected() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 5000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] noise = bytes("d8:msg_typei1e5:piecei0e10:total_sizei5ee12345");
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                noise[random.nextInt(noise.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                assertThat(MetadataMessage.parse(noise)).as("seed %d", seed).isNotNull();
                assertThat(ExtensionHandshake.parse(noise)).as("seed %d", seed).isNotNull();
            } catch (ProtocolException e) {
                assertThat(e.getMessage()).as("seed %d", seed).isNotBlank();
            }
        }
    }
}

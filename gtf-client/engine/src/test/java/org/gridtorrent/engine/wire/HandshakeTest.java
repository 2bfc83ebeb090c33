package org.gridtorrent.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.Test;

/** Handshakes (BEP 3). */
final class HandshakeTest {
    private static final InfoHash CONTENT = InfoHash.ofHex("ab".repeat(20));

    private static byte[] whole() throws IOException {
        var out = new ByteArrayOutputStream();
        new Handshake(true, true, CONTENT, new PeerId(new byte[PeerId.LENGTH])).write(out);
        return out.toByteArray();
    }

    private static Handshake read(byte[] bytes) throws IOException {
        return Handshake.read(new ByteArrayInputStream(bytes));
    }

    @Test
    void survivesARoundTrip() throws IOException {
        assertThat(read(whole()).infoHash()).isEqualTo(CONTENT);
    }

    @Test
    void closedHandshakeSaysWhatItMayBe() throws IOException {
        byte[] whole = whole();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class)
                    .hasMessageContaining("does not share this content, or demands encryption");
        }
    }

    @Test
    void otherProtocolsSayWhatTheyMayBe() {
        byte[] encrypted = new byte[96];
        Arrays.fill(encrypted, (byte) 0x5a);
        byte[] similar = "\u0013BitTorrent protocoL".getBytes(StandardCharsets.US_ASCII);
        for (byte[] bytes : new byte[][]{encrypted, similar}) {
            assertThatThrownBy(() -> read(bytes)).isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("perhaps it demands encryption (MSE)");
        }
    }
}

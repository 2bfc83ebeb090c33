package org.gridtorrent.engine.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.Test;

final class AllowedFastTest {
    private static final int PIECES = 1313;

    private static InfoHash infoHash() {
        byte[] hash = new byte[InfoHash.V1_LENGTH];
        Arrays.fill(hash, (byte) 0xAA);
        return InfoHash.of(hash);
    }

    private static Inet4Address at(int... address) throws UnknownHostException {
        byte[] bytes = new byte[address.length];
        IntStream.range(0, address.length).forEach(i -> bytes[i] = (byte) address[i]);
        return (Inet4Address) InetAddress.getByAddress(bytes);
    }

    /** The two examples of BEP 6. */
    @Test
    void computesExamplesOfBep6() throws Exception {
        assertThat(AllowedFast.pieces(at(80, 4, 4, 200), infoHash(), PIECES, 7))
                .containsExactly(1059, 431, 808, 1217, 287, 376, 1188);
        assertThat(AllowedFast.pieces(at(80, 4, 4, 200), infoHash(), PIECES, 9))
                .containsExactly(1059, 431, 808, 1217, 287, 376, 1188, 353, 508);
    }

    @Test
    void sameSetForAddressesOfOneNetwork() throws Exception {
        assertThat(AllowedFast.pieces(at(80, 4, 4, 3), infoHash(), PIECES, 10))
                .isEqualTo(AllowedFast.pieces(at(80, 4, 4, 200), infoHash(), PIECES, 10))
                .isNotEqualTo(AllowedFast.pieces(at(80, 4, 5, 200), infoHash(), PIECES, 10));
    }

    @Test
    void allowsAllPiecesWhenThereAreFew() throws Exception {
        assertThat(AllowedFast.pieces(at(80, 4, 4, 200), infoHash(), 3, 10))
                .containsExactlyInAnyOrder(0, 1, 2);
        assertThat(AllowedFast.pieces(at(80, 4, 4, 200), infoHash(), 1, 10)).containsExactly(0);
        assertThat(AllowedFast.pieces(at(80, 4, 4, 200), infoHash(), PIECES, 0)).isEmpty();
    }
}

package org.gridtorrent.client.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListenAddressTest {
    @TempDir
    private Path folder;

    @Test
    void flippedBit_isNoOtherPort() throws Exception {
        Path file = folder.resolve("port");
        var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        ListenAddress.remember(6881, file);
        byte[] good = Files.readAllBytes(file);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (1 << i % 8);
            Files.write(file, bad);
            assertThat(ListenAddress.remembered(anyPort, file)).as("bit of byte " + i)
                    .isEqualTo(anyPort);
            assertThat(folder.resolve("port.damaged")).hasBinaryContent(bad);
        }
        Files.writeString(file, "6882");
        assertThat(ListenAddress.remembered(anyPort, file).getPort()).as("an earlier program's")
                .isEqualTo(6882);
    }
}

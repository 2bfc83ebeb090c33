package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlTrafficTest {
    private static final int BLOCK = 16 * 1024;
    /** BEP 3: of a handshake, a request, and what precedes a block's content. */
    private static final int HANDSHAKE = 68;
    private static final int REQUEST = 17;
    private static final int BLOCKS_HEAD = 13;

    @Test
    void handshakesRequestsAndBlocksHeadsCountAndContentDoesNot(@TempDir Path temp)
            throws Exception {
        int blocks = 64;
        try (ContentFolder content = ContentFolder.create(temp, (long) blocks * BLOCK, 1)) {
            long least = 2 * 2 * HANDSHAKE + (long) blocks * (REQUEST + BLOCKS_HEAD);
            assertThat(ControlTraffic.bytes(content, 2)).isBetween(least, 4 * least);
        }
    }
}

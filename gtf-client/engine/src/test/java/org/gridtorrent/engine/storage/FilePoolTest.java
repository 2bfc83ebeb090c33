package org.gridtorrent.engine.storage;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class FilePoolTest {
    /** It takes what is written, and cannot be synced. */
    private static final Path UNSYNCED = Path.of("/dev/null");

    /** The system says once what it could not write, to whoever asks; the next one would be told that all is well. */
    @Test
    void whereASyncHasFailed_noneSucceedsAfterwards() throws Exception {
        try (var files = new FilePool(1, new OpenFileLimit(10),
                (_, _) -> FileChannel.open(UNSYNCED, StandardOpenOption.WRITE))) {
            files.use(0, true, channel -> channel.write(ByteBuffer.allocate(1), 0));
            assertThatIOException().isThrownBy(() -> files.forget(0));
            assertThatIOException().isThrownBy(files::force)
                    .withMessageStartingWith("what was written could not be synced: ");
            assertThatIOException().isThrownBy(files::force);
        }
    }
}

package org.gridtorrent.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFileLimitTest {
    @TempDir
    Path folder;

    private FileChannel open(int file) throws java.io.IOException {
        return FileChannel.open(folder.resolve("file" + file), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Test
    void manyContentsKeepFewFilesOpen() throws Exception {
        var limit = new OpenFileLimit(10);
        List<OpenFiles> contents = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            contents.add(new OpenFiles(64, limit, (file, forWriting) -> open(file)));
        }
        for (int round = 0; round < 3; round++) {
            for (OpenFiles content : contents) {
                content.use(contents.indexOf(content), false, FileChannel::size);
                assertThat(limit.open()).isLessThanOrEqualTo(10);
            }
        }
        for (OpenFiles content : contents) {
            content.close();
        }
        assertThat(limit.open()).isZero();
    }

    @Test
    void whatIsNotSyncedStaysOpen() throws Exception {
        var limit = new OpenFileLimit(1);
        List<OpenFiles> contents = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int file = i;
            var content = new OpenFiles(64, limit, (index, forWriting) -> open(file));
            contents.add(content);
            content.use(0, true, channel -> channel.write(ByteBuffer.allocate(1), 0));
        }
        assertThat(limit.open()).isEqualTo(5);
        for (OpenFiles content : contents) {
            content.force();
        }
        limit.makeRoom();
        assertThat(limit.open()).isEqualTo(1);
        assertThat(Files.size(folder.resolve("file0"))).isEqualTo(1);
        for (OpenFiles content : contents) {
            content.close();
        }
    }
}

package org.gridtorrent.engine.storage.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFileLimitTest {
    @TempDir
    Path folder;

    private FileChannel open(int file) throws IOException {
        return FileChannel.open(folder.resolve("file" + file), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Test
    void manyContentsKeepFewFilesOpen() throws Exception {
        var limit = new OpenFileLimit(10);
        List<FilePool> contents = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            contents.add(new FilePool(64, limit, (file, forWriting) -> open(file)));
        }
        for (int round = 0; round < 3; round++) {
            for (FilePool content : contents) {
                content.use(contents.indexOf(content), false, FileChannel::size);
                assertThat(limit.open()).isLessThanOrEqualTo(10);
            }
        }
        for (FilePool content : contents) {
            content.close();
        }
        assertThat(limit.open()).isZero();
    }

    @Test
    void hangingDisk_holdsUpNoOtherContent() throws Exception {
        var limit = new OpenFileLimit(1);
        var opening = new CountDownLatch(1);
        var answers = new CountDownLatch(1);
        var hanging = new FilePool(64, limit, (file, forWriting) -> {
            if (file == 1) {
                opening.countDown();
                pass(answers);
            }
            return open(file);
        });
        hanging.use(0, false, FileChannel::size);
        Thread stuck = Thread.ofPlatform().start(() -> use(hanging, 1));
        opening.await();
        try (var other = new FilePool(64, limit, (file, forWriting) -> open(file))) {
            other.use(2, false, FileChannel::size);
        }
        answers.countDown();
        stuck.join();
        hanging.close();
        assertThat(limit.open()).isZero();
    }

    private static void pass(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void use(FilePool content, int file) {
        try {
            content.use(file, false, FileChannel::size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void unsyncedFilesStayOpen() throws Exception {
        var limit = new OpenFileLimit(1);
        List<FilePool> contents = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int file = i;
            var content = new FilePool(64, limit, (index, forWriting) -> open(file));
            contents.add(content);
            content.use(0, true, channel -> channel.write(ByteBuffer.allocate(1), 0));
        }
        assertThat(limit.open()).isEqualTo(5);
        for (FilePool content : contents) {
            content.force();
        }
        limit.makeRoom();
        assertThat(limit.open()).isEqualTo(1);
        assertThat(Files.size(folder.resolve("file0"))).isEqualTo(1);
        for (FilePool content : contents) {
            content.close();
        }
    }
}

package org.gridtorrent.engine.storage.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FilePoolTest {
    /** Accepts writes, and cannot be synced. */
    private static final Path UNSYNCED = Path.of("/dev/null");

    /** The system reports a failed write-back once, to one caller; the next one would be told that all is well. */
    @Test
    void afterAFailedSync_noneSucceeds() throws Exception {
        try (var files = new FilePool(1, new OpenFileLimit(10),
                (_, _) -> FileChannel.open(UNSYNCED, StandardOpenOption.WRITE))) {
            files.use(0, true, channel -> channel.write(ByteBuffer.allocate(1), 0));
            assertThatIOException().isThrownBy(() -> files.reopen(0));
            assertThatIOException().isThrownBy(files::force)
                    .withMessageStartingWith("what was written could not be synced: ");
            assertThatIOException().isThrownBy(files::force);
        }
    }

    @Test
    void fileThatHangsWhileItIsOpened_holdsUpNoOther() throws Exception {
        var opening = new CountDownLatch(1);
        var mayOpen = new CountDownLatch(1);
        try (var files = new FilePool(1, new OpenFileLimit(10), (file, _) -> {
            if (file == 1) {
                opening.countDown();
                await(mayOpen);
            }
            return FileChannel.open(UNSYNCED, StandardOpenOption.WRITE);
        })) {
            var used = new AtomicInteger();
            List<Thread> hung = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                hung.add(Thread.ofPlatform().start(() -> use(files, 1, used)));
            }
            opening.await();
            use(files, 0, used);
            assertThat(used).hasValue(1);
            mayOpen.countDown();
            for (Thread each : hung) {
                each.join();
            }
            assertThat(used).hasValue(3);
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void use(FilePool files, int file, AtomicInteger used) {
        try {
            files.use(file, false, _ -> used.incrementAndGet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void fileThatCannotBeOpened_leavesNothingInThePool() throws Exception {
        var limit = new OpenFileLimit(10);
        try (var files = new FilePool(1, limit, (_, _) -> {
            throw new IOException("it cannot be opened");
        })) {
            assertThatIOException().isThrownBy(() -> files.use(0, false, FileChannel::size))
                    .withMessage("it cannot be opened");
            assertThat(limit.open()).isZero();
        }
    }
}

package org.gridtorrent.engine.storage.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
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

    /** A reader that makes room in the pool syncs a file, and is told of its failure. */
    @Test
    void syncWaitsForThatOfAnotherThread_andFailsWithIt() throws Exception {
        var syncing = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        try (var files = new FilePool(1, new OpenFileLimit(10), (file, _) -> file == 0
                ? new FailingSyncChannel(syncing, mayEnd)
                : FileChannel.open(UNSYNCED, StandardOpenOption.WRITE))) {
            files.use(0, true, channel -> channel.write(ByteBuffer.allocate(1), 0));
            var read = new FutureTask<@Nullable Void>(() -> {
                files.use(1, false, FileChannel::size);
                return null;
            });
            Thread.ofPlatform().start(read);
            syncing.await();
            var sync = new FutureTask<@Nullable Void>(() -> {
                files.force();
                return null;
            });
            Thread worker = Thread.ofPlatform().start(sync);
            Awaitility.await()
                    .until(() -> sync.isDone() || worker.getState() == Thread.State.WAITING);
            mayEnd.countDown();
            assertThatThrownBy(sync::get)
                    .hasMessageContaining("what was written could not be synced: ");
            assertThatThrownBy(read::get).hasMessageContaining("it is broken");
        }
    }

    /** Channel that takes all writes, and whose first sync fails when it may end. */
    private static final class FailingSyncChannel extends FileChannel {
        private final CountDownLatch syncing;
        private final CountDownLatch mayEnd;
        private final AtomicBoolean failed = new AtomicBoolean();

        FailingSyncChannel(CountDownLatch syncing, CountDownLatch mayEnd) {
            this.syncing = syncing;
            this.mayEnd = mayEnd;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            if (!failed.getAndSet(true)) {
                syncing.countDown();
                FilePoolTest.await(mayEnd);
                throw new IOException("it is broken");
            }
        }

        @Override
        public int write(ByteBuffer source, long position) {
            return source.remaining();
        }

        @Override
        protected void implCloseChannel() {}

        @Override
        public int read(ByteBuffer target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer target, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long newPosition) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public @Nullable FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
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

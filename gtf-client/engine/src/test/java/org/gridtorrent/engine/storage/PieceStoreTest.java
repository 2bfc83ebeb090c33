package org.gridtorrent.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.engine.storage.journal.ResumeJournal;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PieceStoreTest {
    private static final StoreLimits LIMITS = new StoreLimits(64 << 20, Duration.ofHours(1),
            1 << 20, Duration.ofMillis(5));
    /** A sync is due after each piece. */
    private static final StoreLimits SYNC_EACH_PIECE = new StoreLimits(TestContent.PIECE_LENGTH,
            Duration.ofHours(1), 1 << 20, Duration.ofMillis(5));

    private static final int BLOCK = PieceLayout.BLOCK_LENGTH;

    @TempDir
    Path folder;

    private final RecordingListener listener = new RecordingListener();

    private PieceStore open(TestContent content, Storage storage) throws Exception {
        return open(content, storage, LIMITS);
    }

    private PieceStore open(TestContent content, Storage storage, StoreLimits limits)
            throws Exception {
        var journal = ResumeJournal.open(folder.resolve("journal"), content.metainfo());
        return PieceStore.open(content.metainfo(), storage, journal, limits, listener,
                HashProgress.NONE);
    }

    private TestContent content() throws IOException {
        return TestContent.make(folder.resolve("source"), 7, 40_000, 0, 1, 100_000, 16_384);
    }

    @Test
    void piecesInAnyOrderBecomeTheFiles() throws Exception {
        TestContent content = content();
        Path target = folder.resolve("target");
        List<Integer> order = new ArrayList<>(content.metainfo().pieceCount());
        for (int piece = 0; piece < content.metainfo().pieceCount(); piece++) {
            order.add(piece);
        }
        Collections.shuffle(order, new Random(3));
        try (PieceStore store = open(content, FileStorage.writable(content.metainfo(), target))) {
            assertThat(store.verified().isEmpty()).isTrue();
            store.prepareFiles(_ -> true);
            for (int piece : order) {
                assertThat(submit(store, piece, content.piece(piece))).isTrue();
            }
            store.flush().join();
            assertThat(store.verified().isComplete()).isTrue();
        }
        assertThat(listener.events()).containsExactly("files prepared", "verified " + order);
        for (var file : content.metainfo().files()) {
            assertThat(file.path().under(target))
                    .hasSameBinaryContentAs(file.path().under(content.directory()));
        }
    }

    @Test
    void hangingFileSystem_holdsUpOnlyItsOwnContents() throws Exception {
        TestContent content = content();
        List<CountDownLatch> hung = new ArrayList<>();
        List<CompletableFuture<Bitfield>> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            MemoryStorage storage = full(content).at(Path.of("/hangs"));
            hung.add(storage.holdReads());
            waiting.add(verified(content, storage, "hung" + i));
        }
        Bitfield verified = verified(content, full(content).at(Path.of("/works")), "works").join();
        assertThat(verified.isComplete()).isTrue();
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        hung.forEach(CountDownLatch::countDown);
        waiting.forEach(CompletableFuture::join);
    }

    private static MemoryStorage full(TestContent content) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(content.metainfo().totalLength()));
        for (int piece = 0; piece < content.metainfo().pieceCount(); piece++) {
            bytes.put(content.piece(piece));
        }
        return MemoryStorage.of(content.metainfo(), bytes.array());
    }

    private CompletableFuture<Bitfield> verified(TestContent content, Storage storage,
            String name) {
        return CompletableFuture.supplyAsync(() -> {
            try (PieceStore store = PieceStore.open(content.metainfo(), storage,
                    ResumeJournal.open(folder.resolve(name), content.metainfo()),
                    StoreLimits.DEFAULT,
                    listener, HashProgress.NONE)) {
                return store.verified();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        }, Thread.ofPlatform()::start);
    }

    @Test
    void piecesAreVerifiedOnlyAfterTheirSync() throws Exception {
        TestContent content = content();
        var storage = new MemoryStorage(content.metainfo());
        try (PieceStore store = open(content, storage)) {
            submit(store, 0, content.piece(0));
            submit(store, 1, content.piece(1));
            await().until(() -> store.queuedBytes() == 0);
            assertThat(storage.calls()).containsExactly("write 0", "write 1");
            assertThat(listener.events()).isEmpty();
            store.flush().join();
            assertThat(storage.calls()).containsExactly("write 0", "write 1", "sync");
            assertThat(listener.events()).containsExactly("verified [0, 1]");
        }
    }

    @Test
    void pieceWrittenDuringASync_isVerifiedByTheNextSync() throws Exception {
        TestContent content = content();
        var storage = new MemoryStorage(content.metainfo());
        CountDownLatch mayEnd = storage.holdSyncs();
        try (PieceStore store = open(content, storage, SYNC_EACH_PIECE)) {
            submit(store, 0, content.piece(0));
            await().until(() -> storage.calls().equals(List.of("write 0", "sync")));
            submit(store, 1, content.piece(1));
            await().until(() -> storage.calls().equals(List.of("write 0", "sync", "write 1")));
            assertThat(listener.events()).isEmpty();
            CountDownLatch nextMayEnd = storage.holdSyncs();
            mayEnd.countDown();
            await().until(() -> storage.calls().size() == 4);
            assertThat(listener.events()).containsExactly("verified [0]");
            nextMayEnd.countDown();
            await().until(() -> listener.events().equals(List.of("verified [0]", "verified [1]")));
        }
        assertThat(storage.calls()).containsExactly("write 0", "sync", "write 1", "sync");
    }

    /** A slow disk slows the writer: otherwise the page cache would take any number of bytes. */
    @Test
    void duringASync_noMoreIsWrittenThanOneBatch() throws Exception {
        TestContent content = content();
        var storage = new MemoryStorage(content.metainfo());
        CountDownLatch mayEnd = storage.holdSyncs();
        try (PieceStore store = open(content, storage, SYNC_EACH_PIECE)) {
            submit(store, 0, content.piece(0));
            await().until(() -> storage.calls().size() == 2);
            submit(store, 1, content.piece(1));
            submit(store, 2, content.piece(2));
            await().until(() -> store.queuedBytes() == TestContent.PIECE_LENGTH);
            assertThat(storage.calls()).containsExactly("write 0", "sync", "write 1");
            mayEnd.countDown();
            store.flush().join();
            assertThat(store.verified().count()).isEqualTo(3);
        }
    }

    @Test
    void failedBackgroundSync_verifiesNothing() throws Exception {
        TestContent content = content();
        var storage = new MemoryStorage(content.metainfo());
        storage.failSyncsWith(new IOException("it is broken"));
        try (PieceStore store = open(content, storage, SYNC_EACH_PIECE)) {
            submit(store, 0, content.piece(0));
            await().until(() -> listener.events().equals(List.of("failed [0] it is broken")));
            assertThat(store.verified().isEmpty()).isTrue();
        }
    }

    @Test
    void bytesThatDoNotMatchAreNotWritten() throws Exception {
        TestContent content = content();
        var storage = new MemoryStorage(content.metainfo());
        try (PieceStore store = open(content, storage)) {
            submit(store, 1, ByteBuffer.allocate(TestContent.PIECE_LENGTH));
            store.flush().join();
            assertThat(listener.events()).containsExactly("hash failed 1");
            assertThat(storage.calls()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void corruptBlocksAreReported_whenTheirPieceMatches(int parts) throws Exception {
        Path root = content().directory().resolve("content");
        Metainfo metainfo = new MetainfoBuilder(root).pieceLength(4 * BLOCK).build().metainfo();
        ByteBuffer piece = content().bytes().slice(0, 4 * BLOCK);
        byte[] disturbed = new byte[4 * BLOCK];
        piece.duplicate().get(disturbed);
        disturbed[BLOCK] ^= 1;
        disturbed[4 * BLOCK - 1] ^= 1;
        try (PieceStore store = PieceStore.open(metainfo, new MemoryStorage(metainfo),
                ResumeJournal.open(folder.resolve("journal"), metainfo), LIMITS, listener,
                HashProgress.NONE)) {
            for (ByteBuffer bytes : List.of(ByteBuffer.wrap(disturbed), piece)) {
                int length = 4 * BLOCK / parts;
                for (int part = parts - 1; part >= 0; part--) {
                    assertThat(store.submit(new Block(0, part * length, length),
                            bytes.slice(part * length, length), () -> {})).isTrue();
                }
            }
            store.flush().join();
        }
        assertThat(listener.events()).containsExactly("hash failed 0",
                "corrupt " + List.of(new Block(0, BLOCK, BLOCK), new Block(0, 3 * BLOCK, BLOCK)),
                "verified [0]");
    }

    @Test
    void fullDiskPausesUntilThereIsRoom() throws Exception {
        TestContent content = content();
        var storage = new MemoryStorage(content.metainfo());
        try (PieceStore store = open(content, storage)) {
            submit(store, 0, content.piece(0));
            await().until(() -> store.queuedBytes() == 0);
            storage.failWritesWith(
                    new DiskFullException(folder, new IOException("No space left on device")));
            submit(store, 1, content.piece(1));
            await().until(() -> listener.events().contains("disk full"));
            assertThat(listener.events()).containsExactly("verified [0]", "disk full");
            ByteBuffer read = ByteBuffer.allocate(10);
            store.read(new Block(0, 5, 10), read);
            assertThat(read.flip()).isEqualTo(content.piece(0).slice(5, 10));
            storage.recover();
            store.flush().join();
            assertThat(listener.events()).containsExactly("verified [0]", "disk full",
                    "disk has room",
                    "verified [1]");
        }
    }

    @Test
    void failedSyncLosesUnsyncedPieces() throws Exception {
        TestContent content = content();
        var storage = new MemoryStorage(content.metainfo());
        try (PieceStore store = open(content, storage)) {
            submit(store, 0, content.piece(0));
            store.flush().join();
            storage.failSyncsWith(new IOException("Input/output error"));
            submit(store, 1, content.piece(1));
            submit(store, 2, content.piece(2));
            store.flush().join();
            assertThat(listener.events()).containsExactly("verified [0]",
                    "failed [1, 2] Input/output error");
            assertThat(store.failure()).isPresent();
            assertThat(submit(store, 3, content.piece(3))).isFalse();
            assertThat(store.queuedBytes()).isZero();
            assertThat(store.verified().count()).isEqualTo(1);
        }
    }

    @Test
    void queueIsBounded() throws Exception {
        TestContent content = content();
        var storage = new MemoryStorage(content.metainfo());
        storage.failWritesWith(
                new DiskFullException(folder, new IOException("No space left on device")));
        var limits = new StoreLimits(64 << 20, Duration.ofHours(1), 20_000, Duration.ofMillis(5));
        try (PieceStore store = open(content, storage, limits)) {
            assertThat(submit(store, 0, content.piece(0))).isTrue();
            assertThat(submit(store, 1, content.piece(1))).isFalse();
            storage.recover();
            await().until(() -> listener.events().contains("drained"));
            assertThat(submit(store, 1, content.piece(1))).isTrue();
        }
    }

    @Test
    void restartTrustsTheJournalAndHashesTheRest() throws Exception {
        TestContent content = content();
        Path target = folder.resolve("target");
        try (PieceStore store = open(content, FileStorage.writable(content.metainfo(), target))) {
            submit(store, 0, content.piece(0));
            submit(store, 5, content.piece(5));
        }
        try (PieceStore store = open(content, FileStorage.writable(content.metainfo(), target))) {
            assertThat(store.verified().pieces()).containsExactly(0, 5);
        }
        Files.delete(folder.resolve("journal"));
        try (PieceStore store = open(content, FileStorage.writable(content.metainfo(), target))) {
            assertThat(store.verified().pieces()).containsExactly(0, 5);
        }
    }

    @Test
    void editedFileIsInvalidated_andItsGoodPiecesVerifiedAgain() throws Exception {
        TestContent content = content();
        var storage = FileStorage.readOnly(content.metainfo(), content.directory());
        try (PieceStore store = open(content, storage)) {
            assertThat(store.verified().isComplete()).isTrue();
            Path file = content.metainfo().files().get(1).path().under(content.directory());
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 1;
            Files.write(file, bytes);
            store.checkFiles();
            store.flush().join();
            assertThat(store.verified().count()).isEqualTo(content.metainfo().pieceCount() - 1);
            assertThat(listener.events()).hasSize(2);
            assertThat(listener.events().getFirst()).startsWith("invalidated");
        }
        listener.events();
        try (PieceStore store = open(content,
                FileStorage.readOnly(content.metainfo(), content.directory()))) {
            assertThat(store.verified().count()).isEqualTo(content.metainfo().pieceCount() - 1);
        }
    }

    @Test
    void editedFileIsHashedAgain_whenTheJournalsDiskHasRoom() throws Exception {
        TestContent content = content();
        var storage = FileStorage.readOnly(content.metainfo(), content.directory());
        try (PieceStore store = open(content, storage)) {
            Path journal = folder.resolve("journal");
            Path kept = Files.move(journal, folder.resolve("kept"));
            Files.createSymbolicLink(journal, Path.of("/dev/full"));
            Path file = content.metainfo().files().get(1).path().under(content.directory());
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 1;
            Files.write(file, bytes);
            store.checkFiles();
            await().until(() -> listener.events().contains("disk full"));
            Files.move(kept, journal, StandardCopyOption.REPLACE_EXISTING);
            store.flush().join();
            assertThat(store.verified().count()).isEqualTo(content.metainfo().pieceCount() - 1);
        }
        try (PieceStore store = open(content,
                FileStorage.readOnly(content.metainfo(), content.directory()))) {
            assertThat(store.verified().count()).isEqualTo(content.metainfo().pieceCount() - 1);
        }
    }

    /** Writing changes the file's stamp anyway, so the change must be noticed by inode and length. */
    @ParameterizedTest
    @ValueSource(strings = {"cut", "replaced", "deleted"})
    void fileDisturbedWhileItIsWritten_isNotVerified(String how) throws Exception {
        TestContent content = content();
        Path target = folder.resolve("target");
        Path file = content.metainfo().files().getFirst().path().under(target);
        int count = content.metainfo().pieceCount();
        var storage = FileStorage.writable(content.metainfo(), target);
        try (PieceStore store = open(content, storage)) {
            var written = new CountDownLatch(2);
            for (int piece : List.of(0, 1)) {
                ByteBuffer data = content.piece(piece);
                store.submit(new Block(piece, 0, data.remaining()), data, written::countDown);
            }
            written.await();
            disturb(file, how);
            for (int piece = 2; piece < count; piece++) {
                assertThat(submit(store, piece, content.piece(piece))).isTrue();
            }
            store.flush().join();
            assertThat(store.verified().pieces()).doesNotContain(0, 1);
            assertThat(listener.events()).anyMatch(event -> event.startsWith("invalidated"));
        }
        try (PieceStore store = open(content,
                FileStorage.writable(content.metainfo(), target))) {
            store.prepareFiles(_ -> true);
            Bitfield verified = store.verified();
            assertThat(verified.has(0) || verified.has(1)).isFalse();
            for (int piece = verified.nextMissing(0); piece < count; piece = verified
                    .nextMissing(piece + 1)) {
                assertThat(submit(store, piece, content.piece(piece))).isTrue();
            }
            store.flush().join();
            assertThat(store.verified().isComplete()).isTrue();
        }
        for (var whole : content.metainfo().files()) {
            assertThat(whole.path().under(target))
                    .hasSameBinaryContentAs(whole.path().under(content.directory()));
        }
    }

    @Test
    void disputedFile_isHashedOnceMoreAtTheEnd() throws Exception {
        TestContent content = content();
        Path target = folder.resolve("target");
        Path file = content.metainfo().files().getFirst().path().under(target);
        int count = content.metainfo().pieceCount();
        try (PieceStore store = open(content, FileStorage.writable(content.metainfo(), target))) {
            submit(store, 0, content.piece(0));
            submit(store, 1, content.piece(1));
            store.flush().join();
            overwrite(file, 0);
            for (int piece = 2; piece < count; piece++) {
                submit(store, piece, content.piece(piece));
            }
            submit(store, 0, content.piece(0));
            await().until(() -> store.queuedBytes() == 0);
            overwrite(file, TestContent.PIECE_LENGTH);
            store.flush().join();
            assertThat(store.verified().isComplete()).as("the second write is not noticed")
                    .isTrue();
            assertThat(store.hasDisputedFiles()).isTrue();
            store.recheckDisputed();
            store.flush().join();
            assertThat(store.verified().pieces()).doesNotContain(1).hasSize(count - 1);
            assertThat(listener.events()).contains("invalidated [1]", "disputed rechecked");
            submit(store, 1, content.piece(1));
            store.recheckDisputed();
            store.flush().join();
            assertThat(store.verified().isComplete()).isTrue();
            assertThat(store.hasDisputedFiles()).isFalse();
        }
    }

    /** Overwrites in place. */
    private static void overwrite(Path file, long at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1000]), at);
        }
    }

    /** Also after the last write: nothing checks again once all pieces are verified. */
    @Test
    void fileCutBeforeTheLastSync_isNotVerified() throws Exception {
        TestContent content = content();
        Path target = folder.resolve("target");
        int count = content.metainfo().pieceCount();
        try (PieceStore store = open(content, FileStorage.writable(content.metainfo(), target))) {
            var written = new CountDownLatch(count);
            for (int piece = 0; piece < count; piece++) {
                ByteBuffer data = content.piece(piece);
                store.submit(new Block(piece, 0, data.remaining()), data, written::countDown);
            }
            written.await();
            disturb(content.metainfo().files().getFirst().path().under(target), "cut");
            store.flush().join();
            assertThat(store.verified().has(0)).isFalse();
            assertThat(store.verified().has(count - 1)).isTrue();
        }
    }

    private static void disturb(Path file, String how) throws IOException {
        switch (how) {
            case "cut" -> {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(100);
                }
            }
            case "replaced" -> {
                Path other = file.resolveSibling("other");
                Files.write(other, new byte[(int) Files.size(file)]);
                Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            }
            default -> Files.delete(file);
        }
    }

    @Test
    void filePutRight_isHashedAgainWhenAtRest() throws Exception {
        TestContent content = content();
        var storage = FileStorage.readOnly(content.metainfo(), content.directory());
        try (PieceStore store = open(content, storage)) {
            Path file = content.metainfo().files().get(1).path().under(content.directory());
            byte[] good = Files.readAllBytes(file);
            Files.write(file, new byte[0]);
            store.checkFiles();
            store.flush().join();
            int left = store.verified().count();
            assertThat(left).isLessThan(content.metainfo().pieceCount());
            assertThat(store.hasLostPieces()).isTrue();
            assertThat(recheckedLost(store)).as("nothing has changed since").isEqualTo(left);
            Files.write(file, good);
            assertThat(recheckedLost(store)).as("it may still be written to").isEqualTo(left);
            assertThat(recheckedLost(store)).isEqualTo(content.metainfo().pieceCount());
            assertThat(store.hasLostPieces()).isFalse();
        }
    }

    private static int recheckedLost(PieceStore store) {
        store.checkLostFiles();
        store.flush().join();
        return store.verified().count();
    }

    @Test
    void interruptOfAReaderInvalidatesNothing() throws Exception {
        TestContent content = content();
        var storage = FileStorage.readOnly(content.metainfo(), content.directory());
        try (PieceStore store = open(content, storage)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> store.read(new Block(0, 0, 10), ByteBuffer.allocate(10)))
                    .isInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            store.flush().join();
            assertThat(listener.events()).isEmpty();
        }
    }

    @Test
    void readOfAnUnverifiedPieceIsRefused() throws Exception {
        TestContent content = content();
        try (PieceStore store = open(content, new MemoryStorage(content.metainfo()))) {
            assertThatThrownBy(() -> store.read(new Block(0, 0, 10), ByteBuffer.allocate(10)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static boolean submit(PieceStore store, int piece, ByteBuffer data) {
        return store.submit(new Block(piece, 0, data.remaining()), data, () -> {});
    }
}

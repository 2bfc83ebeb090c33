package org.gridtorrent.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.engine.storage.journal.ResumeJournal;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pieces that arrive in parts: written at once, verified when complete, matching and synced. */
@SuppressWarnings("NullAway.Init") // set before each test
class PartialPieceTest {
    private static final int PIECE_LENGTH = 64 * 1024;
    private static final int PART_LENGTH = 16 * 1024;
    private static final StoreLimits LIMITS = new StoreLimits(64 << 20, Duration.ofHours(1),
            1 << 20, Duration.ofMillis(5));

    @TempDir
    Path folder;
    private final RecordingListener listener = new RecordingListener();
    private final AtomicInteger done = new AtomicInteger();
    private Metainfo metainfo;
    private ByteBuffer content;
    private PieceLayout layout;

    @BeforeEach
    void makeContent() throws Exception {
        TestContent made = TestContent.make(folder.resolve("source"), 3, 100_000, 1, 90_000);
        metainfo = new MetainfoBuilder(made.directory().resolve("content"))
                .pieceLength(PIECE_LENGTH).build().metainfo();
        content = made.bytes();
        layout = new PieceLayout(metainfo.totalLength(), PIECE_LENGTH);
    }

    private PieceStore open(Storage storage) throws Exception {
        return PieceStore.open(metainfo, storage,
                ResumeJournal.open(folder.resolve("journal"), metainfo), LIMITS, listener,
                HashProgress.NONE);
    }

    private List<Block> parts(int piece) {
        List<Block> parts = new ArrayList<>();
        int length = layout.pieceLength(piece);
        for (int offset = 0; offset < length; offset += PART_LENGTH) {
            parts.add(new Block(piece, offset, Math.min(PART_LENGTH, length - offset)));
        }
        return parts;
    }

    private boolean submit(PieceStore store, Block part) {
        return store.submit(part, content.slice((int) layout.offset(part), part.length()),
                done::incrementAndGet);
    }

    @Test
    void partsInAnyOrderBecomeTheFiles() throws Exception {
        List<Block> parts = new ArrayList<>();
        for (int piece = 0; piece < layout.pieceCount(); piece++) {
            parts.addAll(parts(piece));
        }
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 8; seed++) {
            Path target = folder.resolve("target" + seed);
            Collections.shuffle(parts, new Random(seed));
            try (PieceStore store = open(FileStorage.writable(metainfo, target))) {
                parts.forEach(part -> assertThat(submit(store, part)).isTrue());
                store.flush().join();
                assertThat(store.verified().isComplete()).as("seed %d", seed).isTrue();
            }
            for (var file : metainfo.files()) {
                assertThat(file.path().under(target))
                        .hasSameBinaryContentAs(file.path().under(folder.resolve("source")));
            }
        }
        assertThat(done).hasValue(8 * parts.size());
    }

    @Test
    void partsInOrderAreNotReadAgain() throws Exception {
        var storage = new MemoryStorage(metainfo);
        try (PieceStore store = open(storage)) {
            int before = storage.reads();
            parts(1).forEach(part -> submit(store, part));
            store.flush().join();
            assertThat(listener.events()).containsExactly("verified [1]");
            assertThat(storage.reads()).isEqualTo(before);
        }
    }

    @Test
    void pieceIsNotVerifiedBeforeItsLastPart() throws Exception {
        try (PieceStore store = open(new MemoryStorage(metainfo))) {
            List<Block> parts = parts(0);
            parts.subList(0, 3).forEach(part -> submit(store, part));
            store.flush().join();
            assertThat(listener.events()).isEmpty();
            assertThat(store.queuedBytes()).isZero();
            submit(store, parts.getLast());
            store.flush().join();
            assertThat(listener.events()).containsExactly("verified [0]");
        }
    }

    @Test
    void partsThatDoNotMatchFailTheHash() throws Exception {
        try (PieceStore store = open(new MemoryStorage(metainfo))) {
            List<Block> parts = parts(0);
            parts.subList(1, 4).forEach(part -> submit(store, part));
            store.submit(parts.getFirst(), ByteBuffer.allocate(PART_LENGTH), () -> {});
            store.flush().join();
            assertThat(listener.events()).containsExactly("hash failed 0");
        }
    }

    @Test
    void clearedPieceIsDownloadedAgain() throws Exception {
        try (PieceStore store = open(new MemoryStorage(metainfo))) {
            store.submit(parts(0).getFirst(), ByteBuffer.allocate(PART_LENGTH), () -> {});
            store.clearPiece(0);
            parts(0).forEach(part -> submit(store, part));
            store.flush().join();
            assertThat(listener.events()).containsExactly("verified [0]");
        }
    }

    /** The disk has room again while the parts are dropped, and the worker goes on. */
    @Test
    void pieceWhoseLastPartIsDropped_isNotVerified() throws Exception {
        var storage = new MemoryStorage(metainfo);
        storage.failWritesWith(
                new DiskFullException(folder, new IOException("No space left on device")));
        try (PieceStore store = open(storage)) {
            submit(store, parts(0).getFirst());
            await().until(() -> listener.events().contains("disk full"));
            List<Block> parts = parts(1);
            parts.subList(0, 3).forEach(part -> submit(store, part));
            Block last = parts.getLast();
            store.submit(last, content.slice((int) layout.offset(last), last.length()), () -> {
                storage.recover();
                store.flush().join();
            });
            assertThat(store.dropQueued()).containsExactly(1);
            store.flush().join();
            assertThat(listener.events()).containsExactly("disk full", "disk has room");
        }
    }

    @Test
    void writtenPartsDoNotMakeTheFileLookChanged() throws Exception {
        Path target = folder.resolve("target");
        try (PieceStore store = open(FileStorage.writable(metainfo, target))) {
            parts(0).forEach(part -> submit(store, part));
            store.flush().join();
            submit(store, parts(1).get(1));
            store.flush().join();
            store.checkFiles();
            store.flush().join();
            assertThat(listener.events()).containsExactly("verified [0]");
        }
        try (PieceStore store = open(FileStorage.writable(metainfo, target))) {
            assertThat(store.verified().pieces()).containsExactly(0);
        }
    }

    /** The piece is invalidated without blame, and verified when it was submitted again. */
    private void assertDownloadedAgain(PieceStore store, int piece) {
        store.flush().join();
        assertThat(listener.events()).containsExactly("invalidated [" + piece + "]");
        parts(piece).forEach(part -> submit(store, part));
        store.flush().join();
        assertThat(listener.events()).containsExactly("invalidated [" + piece + "]",
                "verified [" + piece + "]");
    }

    /** With and without a changed file time. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void changeByAnotherProgramIsNoPeersFault(boolean flushed) throws Exception {
        Path target = folder.resolve("target");
        try (PieceStore store = open(FileStorage.writable(metainfo, target))) {
            List<Block> parts = parts(0);
            parts.subList(1, 4).forEach(part -> submit(store, part));
            if (flushed) {
                store.flush().join();
            }
            await().until(() -> done.get() == 3);
            try (FileChannel file = FileChannel.open(
                    metainfo.files().getFirst().path().under(target), StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.allocate(PART_LENGTH), PART_LENGTH);
            }
            submit(store, parts.getFirst());
            assertDownloadedAgain(store, 0);
        }
    }

    @Test
    void pieceCutByAnotherProgramIsDownloadedAgain() throws Exception {
        Path target = folder.resolve("target");
        try (PieceStore store = open(FileStorage.writable(metainfo, target))) {
            List<Block> parts = parts(0);
            parts.subList(1, 4).forEach(part -> submit(store, part));
            await().until(() -> done.get() == 3);
            try (FileChannel file = FileChannel.open(
                    metainfo.files().getFirst().path().under(target), StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
            submit(store, parts.getFirst());
            assertDownloadedAgain(store, 0);
        }
    }

    /** Although all parts arrived, and the last one lies in another file. */
    @Test
    void pieceOfADeletedFileIsDownloadedAgain() throws Exception {
        Path target = folder.resolve("target");
        try (PieceStore store = open(FileStorage.writable(metainfo, target))) {
            List<Block> parts = parts(1);
            parts.subList(0, 3).forEach(part -> submit(store, part));
            store.flush().join();
            Files.delete(metainfo.files().getFirst().path().under(target));
            submit(store, parts.get(3));
            assertDownloadedAgain(store, 1);
        }
    }

    @Test
    void idleStoreHoldsNoThread() throws Exception {
        List<PieceStore> stores = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            stores.add(open(new MemoryStorage(metainfo)));
            submit(stores.getLast(), parts(0).getFirst());
        }
        for (PieceStore store : stores) {
            store.flush().join();
        }
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("disk-")).count();
        assertThat(threads).isLessThanOrEqualTo(33);
        for (PieceStore store : stores) {
            store.close();
        }
        await().until(() -> done.get() == 100);
    }
}

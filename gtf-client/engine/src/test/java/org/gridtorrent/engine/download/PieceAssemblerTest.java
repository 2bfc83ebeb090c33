package org.gridtorrent.engine.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.MemoryStorage;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.storage.RecordingListener;
import org.gridtorrent.engine.storage.StoreLimits;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.journal.ResumeJournal;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks on their way to a real store, in little memory. */
@SuppressWarnings("NullAway.Init") // set before each test
class PieceAssemblerTest {
    private static final int LENGTH = 9_000_000;
    private static final int PIECE_LENGTH = 4 << 20;
    private static final long MEMORY = 2 << 20;
    /** A segment may be begun when there is a byte left. */
    private static final long MOST = MEMORY + PieceAssembler.SEGMENT_LENGTH;

    @TempDir
    Path folder;
    private final BufferPool memory = new BufferPool(MEMORY);
    private final RecordingListener listener = new RecordingListener();
    private byte[] content;
    private Metainfo metainfo;
    private PieceLayout layout;
    private MemoryStorage storage;
    private PieceStore store;

    @BeforeEach
    void open() throws Exception {
        content = new byte[LENGTH];
        new Random(1).nextBytes(content);
        Path file = Files.write(folder.resolve("content"), content);
        metainfo = new MetainfoBuilder(file).pieceLength(PIECE_LENGTH).build().metainfo();
        layout = new PieceLayout(LENGTH, PIECE_LENGTH);
        storage = new MemoryStorage(metainfo);
        store = PieceStore.open(metainfo, storage,
                ResumeJournal.open(folder.resolve("journal"), metainfo),
                new StoreLimits(64 << 20, Duration.ofHours(1), MEMORY / 2, Duration.ofMillis(5),
                        memory),
                listener, HashProgress.NONE);
    }

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (int piece = 0; piece < layout.pieceCount(); piece++) {
            for (int n = 0; n < layout.blockCount(piece); n++) {
                blocks.add(layout.block(piece, n));
            }
        }
        return blocks;
    }

    private void put(PieceAssembler assembler, Block block) {
        byte[] data = new byte[block.length()];
        System.arraycopy(content, (int) layout.offset(block), data, 0, data.length);
        assembler.put(block, data);
    }

    /** As sockets are read: no more is taken while the memory is full or the store takes nothing. */
    private void putAll(PieceAssembler assembler, List<Block> blocks) {
        for (Block block : blocks) {
            put(assembler, block);
            if (!assembler.submit() || memory.isFull()) {
                await().until(() -> assembler.submit() && !memory.isFull());
            }
        }
    }

    private void awaitWhole() throws IOException {
        await().until(() -> store.queuedBytes() == 0);
        store.flush().join();
        assertThat(store.verified().isComplete()).isTrue();
        assertThat(storage.bytes()).isEqualTo(content);
        assertThat(memory.usedBytes()).isZero();
        store.close();
    }

    @Test
    void whatComesInOrderIsWrittenOnceAndNotReadAgain() throws Exception {
        int before = storage.reads();
        putAll(new PieceAssembler(layout, store), blocks());
        awaitWhole();
        assertThat(storage.reads()).isEqualTo(before);
        assertThat(memory.peakBytes()).isLessThanOrEqualTo(MOST);
    }

    @Test
    void whatComesInAnyOrderFitsIntoLessMemoryThanAPieceHas() throws Exception {
        List<Block> blocks = blocks();
        Collections.shuffle(blocks, new Random(2));
        putAll(new PieceAssembler(layout, store), blocks);
        awaitWhole();
        assertThat(memory.peakBytes()).isLessThanOrEqualTo(MOST);
    }

    @Test
    void nothingGrowsWhileTheDiskTakesNothing() throws Exception {
        storage.failWritesWith(new DiskFullException(folder, new IOException("full")));
        var assembler = new PieceAssembler(layout, store);
        List<Block> blocks = blocks();
        int taken = 0;
        while (assembler.submit() && !memory.isFull()) {
            put(assembler, blocks.get(taken++));
        }
        assertThat(memory.usedBytes()).isPositive().isLessThanOrEqualTo(MOST);
        assertThat(taken * (long) PieceLayout.BLOCK_LENGTH).isLessThanOrEqualTo(MOST);
        storage.recover();
        putAll(assembler, blocks.subList(taken, blocks.size()));
        awaitWhole();
    }

    @Test
    void whatWaitsForAFullDiskIsDroppedAndComesAnew() throws Exception {
        storage.failWritesWith(new DiskFullException(folder, new IOException("full")));
        var assembler = new PieceAssembler(layout, store);
        List<Block> blocks = blocks();
        for (Block block : blocks) {
            put(assembler, block);
            if (!assembler.submit()) {
                break;
            }
        }
        await().until(() -> listener.events().contains("disk full"));
        long waited = memory.usedBytes();
        Set<Integer> dropped = assembler.dropUnwritten();
        assertThat(dropped).isNotEmpty();
        assertThat(memory.usedBytes()).isPositive().isLessThan(waited)
                .isLessThanOrEqualTo(PieceAssembler.SEGMENT_LENGTH);
        assertThat(assembler.submit()).isTrue();
        storage.recover();
        putAll(assembler, blocks);
        awaitWhole();
    }

    @Test
    void whatIsDroppedOrClosedGivesItsMemoryBack() throws Exception {
        var assembler = new PieceAssembler(layout, store);
        blocks().subList(0, 100).forEach(block -> put(assembler, block));
        assembler.drop(0);
        await().until(() -> store.queuedBytes() == 0);
        assertThat(memory.usedBytes()).isZero();
        blocks().subList(256, 300).forEach(block -> put(assembler, block));
        assembler.close();
        assertThat(memory.usedBytes()).isZero();
        putAll(new PieceAssembler(layout, store), blocks());
        awaitWhole();
    }
}

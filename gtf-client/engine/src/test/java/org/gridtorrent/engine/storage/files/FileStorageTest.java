package org.gridtorrent.engine.storage.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStorageTest {
    @TempDir
    Path folder;

    @Test
    void blocksInAnyOrderBecomeTheFiles() throws Exception {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 2; seed++) {
            var random = new Random(seed);
            int[] lengths = random.ints(90, 0, 20_000).map(n -> n < 5_000 ? n % 3 : n).toArray();
            TestContent content = TestContent.make(folder.resolve("source" + seed), seed, lengths);
            Path target = folder.resolve("target" + seed);
            try (Storage storage = FileStorage.writable(content.metainfo(), target)) {
                for (Block block : shuffledBlocks(content, random)) {
                    storage.write(block,
                            content.piece(block.piece()).slice(block.offset(), block.length()));
                }
                makeEmpty(content, storage);
                storage.sync();
                var result = new HashChecker(content.metainfo(), storage, HashProgress.NONE)
                        .verifyAll();
                assertThat(result.good().isComplete()).as("seed %d", seed).isTrue();
            }
            for (var file : content.metainfo().files()) {
                assertThat(file.path().under(target)).as("seed %d", seed)
                        .hasSameBinaryContentAs(file.path().under(content.directory()));
            }
        }
    }

    private static void makeEmpty(TestContent content, Storage storage) throws IOException {
        for (int file = 0; file < content.metainfo().files().size(); file++) {
            if (content.metainfo().files().get(file).length() == 0) {
                storage.create(file);
            }
        }
    }

    private static Iterable<Block> shuffledBlocks(TestContent content, Random random) {
        var layout = new PieceLayout(content.metainfo().totalLength(),
                content.metainfo().pieceLength());
        var blocks = new ArrayList<Block>(layout.pieceCount());
        for (int piece = 0; piece < layout.pieceCount(); piece++) {
            int cut = 1 + random.nextInt(layout.pieceLength(piece));
            blocks.add(new Block(piece, 0, cut));
            if (cut < layout.pieceLength(piece)) {
                blocks.add(new Block(piece, cut, layout.pieceLength(piece) - cut));
            }
        }
        Collections.shuffle(blocks, random);
        return blocks;
    }

    @Test
    void noLinkIsFollowedWhenWriting() throws Exception {
        TestContent content = TestContent.make(folder.resolve("source"), 1, 20_000, 20_000);
        Path target = folder.resolve("target");
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.createDirectories(target.resolve("content"));
        Files.createSymbolicLink(target.resolve("content/folder0"), elsewhere);
        Files.createDirectories(target.resolve("content/folder1"));
        Path victim = Files.writeString(folder.resolve("victim"), "untouched");
        Files.createSymbolicLink(target.resolve("content/folder1/file001"), victim);
        try (Storage storage = FileStorage.writable(content.metainfo(), target)) {
            assertThatThrownBy(() -> storage.write(new Block(0, 0, 16_384), content.piece(0)))
                    .isInstanceOf(FileSystemException.class).hasMessageContaining("folder0");
            assertThatThrownBy(() -> storage.write(new Block(2, 0, content.piece(2).remaining()),
                    content.piece(2)))
                    .isInstanceOf(FileSystemException.class).hasMessageContaining("file001");
        }
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(victim).hasContent("untouched");
    }

    @Test
    void linkThatLeadsOutIsNotServed() throws Exception {
        TestContent content = TestContent.make(folder.resolve("source"), 1, 20_000);
        Path file = content.metainfo().files().getFirst().path().under(content.directory());
        Path secret = Files.write(folder.resolve("secret"), new byte[20_000]);
        Files.delete(file);
        Files.createSymbolicLink(file, secret);
        try (Storage storage = FileStorage.readOnly(content.metainfo(), content.directory())) {
            assertThatThrownBy(() -> storage.read(new Block(0, 0, 100), ByteBuffer.allocate(100)))
                    .isInstanceOf(FileSystemException.class).hasMessageContaining("leads out");
        }
    }

    @Test
    void missingAndShortFilesAreReported() throws Exception {
        TestContent content = TestContent.make(folder.resolve("source"), 1, 20_000, 20_000);
        Path first = content.metainfo().files().get(0).path().under(content.directory());
        Path second = content.metainfo().files().get(1).path().under(content.directory());
        Files.delete(first);
        Files.write(second, new byte[10]);
        try (Storage storage = FileStorage.readOnly(content.metainfo(), content.directory())) {
            assertThatThrownBy(() -> storage.read(new Block(0, 0, 100), ByteBuffer.allocate(100)))
                    .isInstanceOf(NoSuchFileException.class);
            assertThatThrownBy(() -> storage.read(new Block(2, 0, 100), ByteBuffer.allocate(100)))
                    .isInstanceOf(EOFException.class);
            var result = new HashChecker(content.metainfo(), storage, HashProgress.NONE)
                    .verifyAll();
            assertThat(result.missing().isComplete()).isTrue();
        }
    }

    @Test
    void interruptOfAReaderHarmsNoOther() throws Exception {
        TestContent content = TestContent.make(folder.resolve("source"), 1, 20_000);
        try (Storage storage = FileStorage.readOnly(content.metainfo(), content.directory())) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> storage.read(new Block(0, 0, 100), ByteBuffer.allocate(100)))
                    .isInstanceOf(java.io.IOException.class);
            assertThat(Thread.interrupted()).isTrue();
            ByteBuffer read = ByteBuffer.allocate(100);
            storage.read(new Block(0, 0, 100), read);
            assertThat(read.flip()).isEqualTo(content.piece(0).slice(0, 100));
        }
    }
}

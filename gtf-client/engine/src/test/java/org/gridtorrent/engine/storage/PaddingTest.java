package org.gridtorrent.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.engine.storage.journal.ResumeJournal;
import org.gridtorrent.metainfo.HashAlgorithm;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two files with more than a piece of padding (BEP 47) between them. */
@SuppressWarnings("NullAway.Init") // set before each test
class PaddingTest {
    private static final int PIECE_LENGTH = 16 * 1024;
    private static final int FIRST_LENGTH = 20_000;
    private static final int PADDING_LENGTH = 3 * PIECE_LENGTH - FIRST_LENGTH;
    private static final int LAST_LENGTH = 5;
    private static final int TOTAL = FIRST_LENGTH + PADDING_LENGTH + LAST_LENGTH;

    @TempDir
    Path folder;
    private byte[] bytes;
    private Metainfo metainfo;

    @BeforeEach
    void makeContent() throws MetainfoException {
        bytes = new byte[TOTAL];
        new Random(5).nextBytes(bytes);
        Arrays.fill(bytes, FIRST_LENGTH, FIRST_LENGTH + PADDING_LENGTH, (byte) 0);
        ByteBuffer hashes = ByteBuffer.allocate(4 * Metainfo.HASH_LENGTH);
        for (int piece = 0; piece < 4; piece++) {
            var sha1 = HashAlgorithm.SHA_1.newDigest();
            sha1.update(piece(piece));
            hashes.put(sha1.digest());
        }
        metainfo = Metainfo.parse(Bencode.encode(Bencode.dictionary(Map.of("info",
                Bencode.dictionary(Map.of("name", BencodeValue.of("set"),
                        "piece length", BencodeValue.of(PIECE_LENGTH),
                        "pieces", BencodeValue.of(hashes.array()),
                        "files", new BencodeValue.ListValue(List.of(
                                file("first", FIRST_LENGTH, ""),
                                file("pad", PADDING_LENGTH, "p"),
                                file("last", LAST_LENGTH, "x")))))))));
    }

    private static BencodeValue file(String name, int length, String attributes) {
        return Bencode.dictionary(Map.of("length", BencodeValue.of(length),
                "path", new BencodeValue.ListValue(List.of(BencodeValue.of(name))),
                "attr", BencodeValue.of(attributes)));
    }

    private ByteBuffer piece(int piece) {
        int from = piece * PIECE_LENGTH;
        return ByteBuffer.wrap(
                Arrays.copyOfRange(bytes, from, Math.min(from + PIECE_LENGTH, TOTAL)));
    }

    private PieceStore open(Path directory) throws Exception {
        return PieceStore.open(metainfo, FileStorage.writable(metainfo, directory),
                ResumeJournal.open(folder.resolve("journal"), metainfo),
                new StoreLimits(1 << 20, Duration.ofHours(1), 1 << 20, Duration.ofMillis(5)),
                new RecordingListener(), HashProgress.NONE);
    }

    @Test
    void isReadAsZerosAndNotOnDisk() throws Exception {
        Path target = folder.resolve("target");
        try (PieceStore store = open(target)) {
            assertThat(store.verified().pieces()).as("nothing but padding").containsExactly(2);
            ByteBuffer second = piece(1);
            second.put(PIECE_LENGTH - 1, (byte) 77);
            assertThat(submit(store, 0, piece(0))).isTrue();
            assertThat(submit(store, 1, second)).isTrue();
            assertThat(submit(store, 3, piece(3))).isTrue();
            store.flush().join();
            assertThat(store.verified().isComplete()).isTrue();
            ByteBuffer read = ByteBuffer.allocate(PIECE_LENGTH);
            store.read(new Block(1, 0, PIECE_LENGTH), read);
            assertThat(read.flip()).isEqualTo(piece(1));
        }
        try (Stream<Path> files = Files.list(target.resolve("set"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("first", "last");
        }
        assertThat(target.resolve("set/first"))
                .hasBinaryContent(Arrays.copyOf(bytes, FIRST_LENGTH));
        try (PieceStore again = open(target)) {
            assertThat(again.verified().isComplete()).isTrue();
        }
    }

    @Test
    void completeProgramIsExecutable_forThoseWhoMayReadIt() throws Exception {
        Path target = folder.resolve("target");
        Path program = target.resolve("set/last");
        try (PieceStore store = open(target)) {
            submit(store, 0, piece(0));
            submit(store, 1, piece(1));
            store.flush().join();
            Files.createFile(program);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rw-r-----"));
            submit(store, 3, piece(3));
            store.flush().join();
            assertThat(rights(program)).isEqualTo("rwxr-x---");
            assertThat(rights(target.resolve("set/first"))).doesNotContain("x");
        }
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rw-------"));
        try (PieceStore again = open(target)) {
            again.prepareFiles(_ -> true);
            again.flush().join();
            assertThat(rights(program)).isEqualTo("rwx------");
        }
    }

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static boolean submit(PieceStore store, int piece, ByteBuffer data) {
        return store.submit(new Block(piece, 0, data.remaining()), data, () -> {});
    }
}

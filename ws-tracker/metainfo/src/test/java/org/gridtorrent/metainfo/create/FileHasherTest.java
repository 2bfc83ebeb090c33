package org.gridtorrent.metainfo.create;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.gridtorrent.metainfo.FileChecksum;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.SafePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class FileHasherTest {
    private static final int PIECE = 16 * 1024;

    @TempDir
    Path folder;
    private final Random random = new Random(38);

    private Path write(String name, int length) throws IOException {
        Path file = folder.resolve("set").resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Files.write(file, bytes);
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private static SourceEntry entry(Path file) throws IOException, MetainfoException {
        SourceFile source = SourceFile.of(file, SafePath.of(List.of("set", file.getFileName()
                .toString())), Files.readAttributes(file, BasicFileAttributes.class));
        return SourceEntry.withoutPadding(List.of(source)).getFirst();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, PIECE, FileHasher.WINDOW})
    void checksumsAreRight_howeverFarThePiecesMayBeAhead(long window) throws Exception {
        Path large = write("a", 2_500_000);
        Path none = write("b", 0);
        Path small = write("c", 5_000);
        List<SourceEntry> entries = List.of(entry(large), entry(none), entry(small));
        FileHasher hasher = new FileHasher(entries, null, window);
        new PieceHasher(entries, PIECE, null, hasher, HashProgress.NONE).hash();
        assertThat(hasher.checksums()).hasSize(3);
        assertThat(hasher.checksums().get(0)).hasToString(sha256(large));
        assertThat(hasher.checksums().get(1)).hasToString(sha256(none));
        assertThat(hasher.checksums().get(2)).hasToString(sha256(small));
    }

    @Test
    void fileThatIsGone_endsAllThreads() throws Exception {
        Path first = write("a", 2_500_000);
        Path gone = write("b", 2_500_000);
        List<SourceEntry> entries = List.of(entry(first), entry(gone));
        Files.delete(gone);
        assertThatThrownBy(() -> new PieceHasher(entries, PIECE, null,
                new FileHasher(entries, null, 0), HashProgress.NONE).hash())
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void interruption_endsAllThreads() throws Exception {
        List<SourceEntry> entries = List.of(entry(write("a", 2_500_000)));
        Thread caller = Thread.currentThread();
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> new PieceHasher(entries, PIECE, null,
                    new FileHasher(entries, null, 0), (done, total) -> caller.interrupt()).hash())
                    .isInstanceOf(InterruptedException.class);
            Thread.interrupted();
        }
    }

    @Test
    void metainfo_namesTheChecksumOfEachFile() throws Exception {
        write("a", 2_500_000);
        Path small = write("c/d", 5_000);
        Metainfo metainfo = new MetainfoBuilder(folder.resolve("set")).padded(true)
                .checksums(true).build().metainfo();
        for (MetainfoFile file : metainfo.files()) {
            assertThat(file.checksum().map(FileChecksum::hex).orElse("")).isEqualTo(
                    file.isPadding() ? "" : sha256(folder.resolve(file.path().toString())));
        }
        assertThat(new MetainfoBuilder(small).checksums(true).build().metainfo().files())
                .singleElement().satisfies(file -> assertThat(file.checksum()).get()
                        .hasToString(sha256(small)));
        assertThat(new MetainfoBuilder(small).build().metainfo().files().getFirst().checksum())
                .isEmpty();
    }
}

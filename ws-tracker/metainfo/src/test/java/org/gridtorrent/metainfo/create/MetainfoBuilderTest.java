package org.gridtorrent.metainfo.create;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.list;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.gridtorrent.metainfo.FileAttribute;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.UnpaddedSize;
import org.gridtorrent.metainfo.create.MetainfoBuilder.Built;
import org.gridtorrent.metainfo.create.UnpublishableException.Refusal;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetainfoBuilderTest {
    @TempDir
    Path folder;

    private Path write(String name, int length) throws IOException {
        Path file = folder.resolve("set").resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return Files.write(file, bytes);
    }

    private Built build() throws Exception {
        return new MetainfoBuilder(folder.resolve("set")).build();
    }

    @Test
    void filesAreSortedAndEmptyOnesKept() throws Exception {
        write("b/x", 10);
        write("a", 70_000);
        write("b-c", 0);
        Files.createDirectories(folder.resolve("set/none/inside"));
        Built built = build();
        assertThat(built.metainfo().files()).extracting(file -> file.path().toString())
                .containsExactly("set/a", "set/b/x", "set/b-c");
        assertThat(built.directory()).isEqualTo(folder);
        assertThat(built.emptyFolders())
                .containsExactly(folder.resolve("set/none/inside").toRealPath());
        assertThat(build().metainfo().encoded()).isEqualTo(built.metainfo().encoded());
    }

    @Test
    void executableFileIsMarked() throws Exception {
        Path program = write("run", 10);
        write("data", 100);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr--r--"));
        assertThat(build().metainfo().files()).extracting(MetainfoFile::attributes)
                .containsExactly(Set.of(), Set.of(FileAttribute.EXECUTABLE));
        Metainfo alone = new MetainfoBuilder(program).build().metainfo();
        assertThat(alone.files().getFirst().attributes()).containsExactly(FileAttribute.EXECUTABLE);
    }

    @Test
    void linkToAFileInsideIsThatFile() throws Exception {
        Path file = write("a", 100);
        Files.createSymbolicLink(folder.resolve("set/link"), Path.of("a"));
        assertThat(build().metainfo().files()).extracting(MetainfoFile::length)
                .containsExactly(100L, Files.size(file));
    }

    @Test
    void linksThatLeadElsewhereAreRefusedByName() throws Exception {
        write("a", 100);
        Files.writeString(folder.resolve("outside"), "secret");
        Files.createDirectories(folder.resolve("set/sub"));
        for (String target : List.of("../outside", "nowhere", "sub", "link", "/etc/passwd")) {
            Path link = Files.createSymbolicLink(folder.resolve("set/link"), Path.of(target));
            assertThatThrownBy(this::build).isInstanceOf(MetainfoException.class)
                    .hasMessageContaining("set/link");
            Files.delete(link);
        }
    }

    @Test
    void linksThatLeadElsewhereAreLeftOutOnRequest() throws Exception {
        write("a", 100);
        Files.createDirectories(folder.resolve("set/sub"));
        Files.createSymbolicLink(folder.resolve("set/inside"), Path.of("a"));
        Files.createSymbolicLink(folder.resolve("set/outside"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(folder.resolve("set/sub/nowhere:"), Path.of("nowhere"));
        Built built = new MetainfoBuilder(folder.resolve("set")).skipLinks(true).build();
        assertThat(built.metainfo().files()).extracting(file -> file.path().name())
                .containsExactly("a", "inside");
        Path real = folder.resolve("set").toRealPath();
        assertThat(built.skippedLinks()).containsExactly(real.resolve("outside"),
                real.resolve("sub/nowhere:"));
    }

    @Test
    void contentOfMoreValuesThanAMetainfoHolds_isRefusedBeforeAByteIsRead() throws Exception {
        write("data", 100);
        int files = 1200;
        String deep = "d/".repeat(90);
        for (int i = 0; i < files; i++) {
            write(deep + i, 0);
        }
        var unread = new MetainfoBuilder(folder.resolve("set")).maxEncodedLength(files * 90 * 3)
                .progress((done, total) -> {
                    throw new AssertionError("read " + done);
                });
        assertThatThrownBy(unread::build).isInstanceOf(MetainfoException.class)
                .hasMessageContaining("1,201 files").hasMessageContaining("Publish parts of it")
                .satisfies(e -> assertThatThrownBy(unread::check).hasMessage(e.getMessage()));
    }

    @Test
    void contentWithoutBytesIsRefused() throws Exception {
        Files.createDirectories(folder.resolve("set"));
        assertThatThrownBy(this::build).hasMessageContaining("contains no data");
        write("empty", 0);
        assertThatThrownBy(this::build).hasMessageContaining("contains no data");
        assertThatThrownBy(() -> new MetainfoBuilder(folder.resolve("missing")).build())
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void unsafeNamesAreRefusedByName() throws Exception {
        write("run 12:30.dat", 10);
        assertThatThrownBy(this::build).hasMessageContaining("run 12:30.dat");
    }

    @Test
    void allRefusalsAreReportedTogether_beforeAByteIsRead() throws Exception {
        write("good", 10);
        write("run 12:30.dat", 10);
        write("con/below", 10);
        write("con/also:", 10);
        write("a/Data", 10);
        write("a/data", 10);
        Files.createSymbolicLink(folder.resolve("set/link"), Path.of("nowhere"));
        var unread = new MetainfoBuilder(folder.resolve("set")).progress((done, total) -> {
            throw new AssertionError("read " + done);
        });
        assertThatThrownBy(unread::build).isInstanceOf(MetainfoException.class)
                .hasMessageStartingWith("4 paths in ")
                .hasMessageContaining("run 12:30.dat: the name \"run 12:30.dat\" is refused: it")
                .hasMessageContaining("; con: the name \"con\" is refused: Windows reserves it; ")
                .hasMessageContaining("; link: it is a link that leads nowhere; ")
                .hasMessageContaining(
                        "only in upper and lower case or in the composition of letters")
                .satisfies(e -> assertThatThrownBy(unread::check).hasMessage(e.getMessage()));
    }

    @Test
    void ofManyRefusals_someAreNamed() throws Exception {
        for (int i = 0; i < 12; i++) {
            write("run " + (10 + i) + ":30", 10);
        }
        assertThatThrownBy(this::build).hasMessageStartingWith("12 paths in ")
                .hasMessageContaining("run 19:30").hasMessageEndingWith("; and 2 more")
                .satisfies(e -> assertThat(e).message().doesNotContain("run 20:30"))
                .asInstanceOf(type(UnpublishableException.class))
                .satisfies(e -> assertThat(e.refusals()).hasSize(12))
                .extracting(UnpublishableException::unnamed)
                .asInstanceOf(list(Refusal.class)).extracting(one -> one.path().getFileName())
                .containsExactly(Path.of("run 20:30"), Path.of("run 21:30"));
    }

    @Test
    void fileAndFolderThatDifferByCaseAlone_areRefused_twoFoldersNot() throws Exception {
        write("Raw/x", 10);
        write("raw/y", 10);
        assertThat(build().metainfo().files()).hasSize(2);
        write("A", 10);
        write("a/b", 10);
        assertThatThrownBy(this::build).hasMessageContaining("only in upper and lower case");
    }

    @Test
    void fileThatChangesWhileItIsReadIsAnError() throws Exception {
        Path file = write("a", 3_000_000);
        var builder = new MetainfoBuilder(folder.resolve("set"))
                .progress((done, total) -> append(file));
        assertThatThrownBy(builder::build).isInstanceOf(MetainfoException.class)
                .hasMessageContaining("set/a").hasMessageContaining("changed");
    }

    private static void append(Path file) {
        try {
            Files.writeString(file, "more");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3_000_000})
    void interruptCancelsFromTheFirstByteToTheLast(long bytes) throws Exception {
        write("a", 3_000_000);
        Thread caller = Thread.currentThread();
        var builder = new MetainfoBuilder(folder.resolve("set")).progress((done, total) -> {
            if (done >= bytes) {
                caller.interrupt();
            }
        });
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(builder::build).isInstanceOf(InterruptedException.class);
            Thread.interrupted();
        }
    }

    @Test
    void progressReachesTheEnd() throws Exception {
        write("a", 3_000_000);
        List<Long> seen = Collections.synchronizedList(new ArrayList<>());
        new MetainfoBuilder(folder.resolve("set")).progress((done, total) -> seen.add(done))
                .build();
        assertThat(Collections.max(seen)).isEqualTo(3_000_000);
    }

    @Test
    void paddingIsNotInTheSize() throws Exception {
        for (int i = 0; i < 64; i++) {
            write("file" + i, 100_000);
        }
        List<Long> seen = Collections.synchronizedList(new ArrayList<>());
        Metainfo metainfo = new MetainfoBuilder(folder.resolve("set")).pieceLength(16 * 1024)
                .padded(true).progress((done, total) -> {
                    seen.add(done);
                    assertThat(total).isEqualTo(6_400_000);
                }).build().metainfo();
        assertThat(metainfo.totalLength()).isGreaterThan(6_400_000);
        assertThat(Collections.max(seen)).isEqualTo(6_400_000);
        UnpaddedSize bytes = UnpaddedSize.of(metainfo);
        assertThat(bytes.total()).isEqualTo(6_400_000);
        assertThat(bytes.withoutPadding(0)).isZero();
        assertThat(bytes.withoutPadding(metainfo.totalLength() / 2)).isBetween(3_190_000L,
                3_200_000L);
        assertThat(bytes.withoutPadding(metainfo.totalLength())).isEqualTo(6_400_000);
    }

    @Test
    void chosenPieceLengthAimsAtTwoThousandPieces() {
        assertThat(MetainfoBuilder.choosePieceLength(1)).isEqualTo(256 << 10);
        assertThat(MetainfoBuilder.choosePieceLength(300_000_000)).isEqualTo(256 << 10);
        assertThat(MetainfoBuilder.choosePieceLength(3_000_000_000L)).isEqualTo(2 << 20);
        assertThat(MetainfoBuilder.choosePieceLength(1L << 45)).isEqualTo(16 << 20);
    }

    @Test
    void libtorrentAgrees() throws Exception {
        Path python = Path.of("/usr/bin/python3");
        Assumptions.assumeTrue(
                Files.isExecutable(python) && run(python, "import libtorrent").equals(""),
                "skipped: python3-libtorrent is missing");
        write("b/x", 10);
        write("a", 700_000);
        write("ünï", 1);
        Metainfo ours = new MetainfoBuilder(folder.resolve("set")).privateTorrent(true)
                .announce(URI.create("http://localhost/announce")).comment("hi").build().metainfo();
        Path file = Files.write(folder.resolve("set.torrent"), ours.encoded());
        String theirs = run(python,
                """
                        import libtorrent as lt, sys
                        info = lt.torrent_info(sys.argv[1])
                        print(info.info_hash(), info.piece_length(), info.num_pieces(), info.total_size(), info.priv())
                        files = info.files()
                        for i in range(files.num_files()):
                            print(files.file_path(i), files.file_size(i), files.file_offset(i))
                        """,
                file.toString());
        var expected = new StringBuilder(
                "%s %d %d %d True\n".formatted(ours.infoHash(), ours.pieceLength(),
                        ours.pieceCount(), ours.totalLength()));
        ours.files().forEach(
                f -> expected.append("%s %d %d\n".formatted(f.path(), f.length(), f.offset())));
        assertThat(theirs).isEqualTo(expected.toString());
    }

    private static String run(Path python, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(python.toString(), "-W", "ignore", "-c"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONUTF8", "1");
        try (var output = builder.start().getInputStream()) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

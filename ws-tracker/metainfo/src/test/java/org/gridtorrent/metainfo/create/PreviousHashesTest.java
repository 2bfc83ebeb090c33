package org.gridtorrent.metainfo.create;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.create.MetainfoBuilder.Built;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Next versions of a folder, whose reused hashes must be those that hashing gives. */
@SuppressWarnings("NullAway.Init") // set before each test
class PreviousHashesTest {
    private static final int PIECE = 16 * 1024;
    /** Of files that stand by themselves. */
    private static final int LARGE = 64 * PIECE;
    /** By it, nothing changed just now. */
    private static final InstantSource LATER = () -> Instant.now().plus(Duration.ofHours(1));

    @TempDir
    Path folder;
    private Path set;
    private static final int VERSIONS = TestScale.of("metainfo.versions", 10, 100);

    private final Random random = new Random(11);

    @BeforeEach
    void makeFiles() throws IOException {
        set = folder.resolve("set");
        write("a small", 5_000);
        write("b/large", LARGE + 100);
        write("b/small", 20_000);
        write("c/large", 2 * LARGE);
        write("d/none", 0);
        write("e", 70_000);
    }

    private void write(String name, int length) throws IOException {
        Path file = set.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        Files.write(file, bytes);
    }

    private MetainfoBuilder builder() {
        return new MetainfoBuilder(set).pieceLength(PIECE).padded(true).checksums(true)
                .clock(LATER);
    }

    private static PreviousHashes before(Built built, IntPredicate good) {
        return new PreviousHashes(built.metainfo(), built.stamps(), good);
    }

    private Built next(Built before) throws Exception {
        return builder().previousHashes(List.of(before(before, _ -> true))).build();
    }

    private void assertHashed(Built built) throws Exception {
        assertThat(built.metainfo().encoded())
                .isEqualTo(builder().build().metainfo().encoded());
    }

    @Test
    void nothingChanged_nothingIsHashed() throws Exception {
        Built first = builder().build();
        Built next = next(first);
        assertThat(next.reusedBytes()).isEqualTo(next.metainfo().totalLength());
        assertThat(next.metainfo().encoded()).isEqualTo(first.metainfo().encoded());
        assertThat(first.reusedBytes()).isZero();
    }

    @Test
    void checksumOfAnUnchangedFile_isTakenOver() throws Exception {
        Built first = builder().build();
        write("c/large", LARGE);
        Built next = next(first);
        assertHashed(next);
        assertThat(next.reusedBytes()).isPositive();
        assertThat(next.metainfo().files()).filteredOn(file -> !file.isPadding())
                .allSatisfy(file -> assertThat(file.checksum()).isPresent());
    }

    @Test
    void unchangedFileWithoutAChecksum_isNotReadForIt() throws Exception {
        Built first = builder().checksums(false).build();
        Built next = next(first);
        assertThat(next.reusedBytes()).isEqualTo(next.metainfo().totalLength());
        assertThat(next.metainfo().files()).filteredOn(file -> file.length() > 0)
                .allSatisfy(file -> assertThat(file.checksum()).isEmpty());
    }

    @Test
    void grownFile_movesNoPieceBehindTheNextPadding() throws Exception {
        Built first = builder().build();
        Files.write(set.resolve("a small"), new byte[40_000], StandardOpenOption.APPEND);
        Built next = next(first);
        assertHashed(next);
        assertThat(next.reusedBytes()).isGreaterThanOrEqualTo(3L * LARGE)
                .isLessThan(next.metainfo().totalLength() - 40_000);
    }

    @Test
    void fileAddedAtTheEnd_isHashedAlone() throws Exception {
        write("f/large", LARGE + 100);
        Built first = builder().build();
        write("g", 5_000);
        Built next = next(first);
        assertHashed(next);
        assertThat(next.reusedBytes()).isEqualTo(next.metainfo().totalLength() - 5_000);
    }

    @Test
    void contentChangedWithTimeAndLengthSetBack_isHashed() throws Exception {
        Built first = builder().build();
        Path file = set.resolve("c/large");
        FileTime modified = Files.getLastModifiedTime(file);
        Object changed = Files.getAttribute(file, "unix:ctime");
        do {
            write("c/large", 2 * LARGE);
            Files.setLastModifiedTime(file, modified);
        } while (Files.getAttribute(file, "unix:ctime").equals(changed));
        Built next = next(first);
        assertHashed(next);
        assertThat(next.metainfo()).isNotEqualTo(first.metainfo());
    }

    @Test
    void anotherFileOfTheSameBytesAndTime_isHashed() throws Exception {
        Built first = builder().build();
        Path file = set.resolve("c/large");
        Path copy = folder.resolve("copy");
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
        Built next = next(first);
        assertHashed(next);
        assertThat(next.reusedBytes())
                .isEqualTo(next.metainfo().totalLength() - 2 * LARGE);
    }

    @Test
    void fileChangedJustBeforeItWasHashed_isHashedAgain() throws Exception {
        Instant changed = Files.readAttributes(set.resolve("e"), BasicFileAttributes.class)
                .lastModifiedTime().toInstant();
        Built first = builder().clock(() -> changed.plusMillis(10)).build();
        assertThat(first.stamps()).isEmpty();
        assertThat(next(first).reusedBytes()).isZero();
    }

    @Test
    void pieceFoundBad_isHashed() throws Exception {
        Built first = builder().build();
        Built next = builder().previousHashes(List.of(before(first, piece -> piece != 7))).build();
        assertHashed(next);
        assertThat(next.reusedBytes()).isEqualTo(next.metainfo().totalLength() - PIECE);
    }

    @Test
    void previousPieceLength_isKeptUnlessTheContentOutgrowsIt() throws Exception {
        Built first = builder().pieceLength(1024 * 1024).build();
        Built kept = new MetainfoBuilder(set).padded(true).clock(LATER)
                .previousHashes(List.of(before(first, _ -> true))).build();
        assertThat(kept.metainfo().pieceLength()).isEqualTo(1024 * 1024);
        Built tooLong = builder().pieceLength(2 * 1024 * 1024).build();
        Built chosen = new MetainfoBuilder(set).padded(true).clock(LATER)
                .previousHashes(List.of(before(tooLong, _ -> true))).build();
        assertThat(chosen.metainfo().pieceLength()).isEqualTo(256 * 1024);
        assertThat(chosen.reusedBytes()).isZero();
    }

    @Test
    void unpaddedContent_isReusedAsFarAsItsPiecesAreTheSame() throws Exception {
        Built first = builder().padded(false).build();
        Built next = next(first);
        assertHashed(next);
        assertThat(next.metainfo().files()).anyMatch(MetainfoFile::isPadding);
        assertThat(first.metainfo().files()).noneMatch(MetainfoFile::isPadding);
    }

    @Test
    void reusedHashesEqualComputedOnes() throws Exception {
        random.setSeed(TestScale.seed("metainfo.seed"));
        Built before = builder().build();
        for (int version = 0; version < VERSIONS; version++) {
            String name = "f%02d".formatted(random.nextInt(12));
            switch (random.nextInt(3)) {
                case 0 -> write(name, random.nextInt(3 * PIECE));
                case 1 -> write(name, random.nextInt(40) * PIECE);
                default -> Files.deleteIfExists(set.resolve(name));
            }
            Built next = next(before);
            assertHashed(next);
            assertThat(next.reusedBytes()).isPositive();
            before = next;
        }
    }

    @Test
    void padding_addsAHundredthOrTwo() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            write("many/%04d".formatted(i), 1 + random.nextInt(3 * PIECE));
        }
        Metainfo metainfo = builder().build().metainfo();
        assertThat(metainfo.files()).anyMatch(MetainfoFile::isPadding);
        assertThat(metainfo.totalLength() - metainfo.filesLength())
                .isLessThan(metainfo.filesLength() / 30);
    }
}

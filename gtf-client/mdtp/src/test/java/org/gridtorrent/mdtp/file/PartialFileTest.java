package org.gridtorrent.mdtp.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
final class PartialFileTest {
    private static final int LENGTH = 100_000;
    private static final String ADDRESS = "http://198.18.0.1/file";

    @TempDir
    Path folder = Path.of("");
    private final byte[] content = new byte[LENGTH];
    private final AtomicLong readAgain = new AtomicLong();
    private Path target;
    private Path journal;

    @BeforeEach
    void makeContent() {
        new Random(1).nextBytes(content);
        target = folder.resolve("file");
        journal = folder.resolve("file.part.journal");
    }

    private PartialFile open() throws IOException {
        readAgain.set(0);
        return PartialFile.open(target, readAgain::set);
    }

    private void write(PartialFile file, int start, int end) throws Exception {
        try (RangeWriter writer = file.writer(new ByteRange(start, end), ADDRESS)) {
            writer.write(ByteBuffer.wrap(content, start, end - start));
        }
    }

    /** Leaves a file whose ranges are synced, as a killed process does. */
    private void leaveKilled(int... bounds) throws Exception {
        try (PartialFile file = open()) {
            file.setLength(LENGTH);
            for (int i = 0; i < bounds.length; i += 2) {
                write(file, bounds[i], bounds[i + 1]);
            }
            file.sync();
            file.writer(new ByteRange(0, 1), ADDRESS); // still open: not closed in order
        }
    }

    @Test
    void rangesThatOneAddressBroughtAreKnownLater() throws Exception {
        leaveKilled(0, 1_000, 2_000, 3_000);
        try (PartialFile file = open();
                RangeWriter writer = file.writer(new ByteRange(500, 2_500), "another")) {
            writer.write(ByteBuffer.wrap(content, 500, 2_000));
            file.sync();
        }
        try (PartialFile file = open()) {
            assertThat(file.presentFrom(ADDRESS).ranges())
                    .containsExactly(new ByteRange(0, 500), new ByteRange(2_500, 3_000));
            assertThat(file.presentFrom("another").ranges())
                    .containsExactly(new ByteRange(1_000, 2_000));
            file.reject(new ByteRange(100, 200));
            assertThat(file.presentFrom(ADDRESS).contains(0, 100)).isTrue();
            assertThat(file.presentFrom(ADDRESS).contains(200, 500)).isTrue();
            assertThat(file.presentFrom("a third").isEmpty()).isTrue();
        }
    }

    @Test
    void rangesArriveInAnyOrder() throws Exception {
        try (PartialFile file = open()) {
            write(file, 60_000, LENGTH);
            write(file, 0, 60_000);
            file.finish(LENGTH);
        }
        assertThat(target).hasBinaryContent(content);
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(target));
    }

    @Test
    void onlySyncedRangesArePresent() throws Exception {
        try (PartialFile file = open()) {
            write(file, 10, 20);
            assertThat(file.present()).isEmpty();
            file.sync();
            assertThat(file.present()).containsExactly(new ByteRange(10, 20));
        }
    }

    @Test
    void rangeThatIsStillWrittenIsSyncedAsFarAsItIs() throws Exception {
        try (PartialFile file = open();
                RangeWriter writer = file.writer(new ByteRange(100, 900), ADDRESS)) {
            writer.write(ByteBuffer.wrap(content, 100, 50));
            file.sync();
            writer.write(ByteBuffer.wrap(content, 150, 50));
            assertThat(file.present()).containsExactly(new ByteRange(100, 150));
            file.sync();
            assertThat(file.present()).containsExactly(new ByteRange(100, 200));
        }
    }

    @Test
    void nothingIsWrittenBehindTheEndOfAShortenedRange() throws Exception {
        try (PartialFile file = open();
                RangeWriter writer = file.writer(new ByteRange(0, 100), ADDRESS)) {
            assertThat(writer.write(ByteBuffer.wrap(content, 0, 40))).isEqualTo(40);
            writer.shorten(70);
            assertThat(writer.write(ByteBuffer.wrap(content, 40, 60))).isEqualTo(30);
            file.end(writer);
            writer.shorten(0);
            assertThat(writer.write(ByteBuffer.wrap(content, 70, 30))).isZero();
            file.sync();
            assertThat(file.present()).containsExactly(new ByteRange(0, 70));
        }
    }

    @Test
    void nextFetchGoesOnWithoutReadingAgainWhatWasClosedInOrder() throws Exception {
        try (PartialFile file = open()) {
            file.setLength(LENGTH);
            write(file, 0, 500);
            file.sync();
        }
        try (PartialFile file = open()) {
            assertThat(file.length()).hasValue(LENGTH);
            assertThat(file.present()).containsExactly(new ByteRange(0, 500));
            assertThat(readAgain).hasValue(0);
        }
    }

    @Test
    void killedFetchKeepsWhatWasSynced() throws Exception {
        leaveKilled(0, 500, 700, 900);
        try (PartialFile file = open()) {
            assertThat(file.present()).containsExactly(new ByteRange(0, 500),
                    new ByteRange(700, 900));
            assertThat(readAgain).hasValue(700);
        }
    }

    @Test
    void bytesThatWereChangedCountAsMissing() throws Exception {
        leaveKilled(0, 500, 700, 900);
        byte[] part = Files.readAllBytes(PartialFile.partOf(target));
        part[800] ^= 1;
        Files.write(PartialFile.partOf(target), part);
        try (PartialFile file = open()) {
            assertThat(file.present()).containsExactly(new ByteRange(0, 500));
        }
    }

    @Test
    void bytesThatWereChangedAfterAnOrderlyEndCountAsMissing() throws Exception {
        try (PartialFile file = open()) {
            write(file, 0, 500);
            file.sync();
        }
        Path part = PartialFile.partOf(target);
        FileTime closed = Files.getLastModifiedTime(part);
        byte[] bytes = Files.readAllBytes(part);
        bytes[0] ^= 1;
        Files.write(part, bytes);
        Files.setLastModifiedTime(part, FileTime.fromMillis(closed.toMillis() + 1_000));
        try (PartialFile file = open()) {
            assertThat(file.present()).isEmpty();
        }
    }

    @Test
    void fileThatWasCutIsFetchedAgainFromThere() throws Exception {
        leaveKilled(0, 500, 700, 900);
        try (var channel = Files.newByteChannel(PartialFile.partOf(target),
                StandardOpenOption.WRITE)) {
            channel.truncate(850);
        }
        try (PartialFile file = open()) {
            assertThat(file.present()).containsExactly(new ByteRange(0, 500));
        }
    }

    /** Wherever the journal was torn, the file's bytes are right where it says so. */
    @Test
    void tornJournalTellsNothingFalse() throws Exception {
        leaveKilled(0, 500, 700, 900, 950, 1_000);
        byte[] whole = Files.readAllBytes(journal);
        byte[] part = Files.readAllBytes(PartialFile.partOf(target));
        Random random = new Random(5);
        for (int length = 0; length < whole.length; length++) {
            byte[] torn = Arrays.copyOf(whole, length + 3);
            torn[length] = (byte) random.nextInt();
            Files.write(journal, torn);
            Files.write(PartialFile.partOf(target), part);
            try (PartialFile file = open()) {
                for (ByteRange range : file.present()) {
                    assertThat(Arrays.copyOfRange(part, (int) range.start(), (int) range.end()))
                            .isEqualTo(Arrays.copyOfRange(content, (int) range.start(),
                                    (int) range.end()));
                }
                write(file, 2_000, 2_100);
                file.sync();
                assertThat(file.present()).contains(new ByteRange(2_000, 2_100));
            }
        }
    }

    @Test
    void journalOfAFileThatIsGoneIsForgotten() throws Exception {
        leaveKilled(0, 500);
        Files.delete(PartialFile.partOf(target));
        try (PartialFile file = open()) {
            assertThat(file.present()).isEmpty();
            assertThat(file.length()).isEmpty();
        }
    }

    @Test
    void journalThatIsNoneIsBegunAnew() throws Exception {
        leaveKilled(0, 500);
        Files.writeString(journal, "not a journal, but longer than its signature");
        try (PartialFile file = open()) {
            assertThat(file.present()).isEmpty();
        }
    }

    @Test
    void onlyTheRejectedBytesAreLost() throws Exception {
        try (PartialFile file = open()) {
            write(file, 0, 1_000);
            file.reject(new ByteRange(300, 400));
            assertThat(file.present()).containsExactly(new ByteRange(0, 300),
                    new ByteRange(400, 1_000));
            file.writer(new ByteRange(0, 1), ADDRESS);
        }
        try (PartialFile file = open()) {
            assertThat(file.present()).containsExactly(new ByteRange(0, 300),
                    new ByteRange(400, 1_000));
        }
    }

    @Test
    void fileThatHoldsNothingIsDeleted() throws Exception {
        try (PartialFile file = open()) {
            file.setLength(LENGTH);
            write(file, 0, 10);
            file.sync();
            file.clear();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void twoFetchesCannotHaveTheSameFile() throws Exception {
        try (PartialFile file = open()) {
            write(file, 0, 10);
            assertThatThrownBy(this::open).isInstanceOf(FileSystemException.class)
                    .hasMessageContaining("another fetch is writing it");
            file.sync();
            assertThat(file.present()).hasSize(1);
        }
    }

    @Test
    void fileThatAppearsDuringTheFetchIsNotReplaced() throws Exception {
        try (PartialFile file = open()) {
            write(file, 0, LENGTH);
            Files.writeString(target, "precious");
            assertThatThrownBy(() -> file.finish(LENGTH))
                    .isInstanceOf(FileAlreadyExistsException.class);
            assertThat(target).hasContent("precious");
            file.replaceTarget();
            file.finish(LENGTH);
        }
        assertThat(target).hasBinaryContent(content);
    }

    @Test
    void symbolicLinkIsNotFollowed() throws Exception {
        Path other = Files.writeString(folder.resolve("other"), "precious");
        Files.createSymbolicLink(PartialFile.partOf(target), other);
        assertThatThrownBy(this::open).isInstanceOf(IOException.class);
        assertThat(other).hasContent("precious");
    }

    @Test
    void missingFolderIsNamed() throws Exception {
        Path missing = folder.resolve("missing/file");
        assertThatThrownBy(() -> PartialFile.open(missing, read -> {}))
                .isInstanceOf(FileSystemException.class).hasMessageContaining("missing");
    }

    @Test
    void readOnlyFolderIsNamed() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, "size=1m,ro")) {
            assertThatThrownBy(() -> PartialFile.open(disk.path().resolve("file"), read -> {}))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining("small/file.part: Read-only file system");
        }
    }

    @Test
    void notesTellOneFetchFromAnother() throws Exception {
        try (PartialFile file = open()) {
            assertThat(file.note("http://a/file", "\"v1\"")).isTrue();
            assertThat(file.note("http://a/file", "\"v1\"")).isTrue();
            write(file, 0, 10);
            file.sync();
        }
        try (PartialFile file = open()) {
            assertThat(file.hasNote("http://b/file")).isFalse();
            assertThat(file.hasNote("http://a/file")).isTrue();
            assertThat(file.note("http://a/file", "\"v2\"")).isFalse();
        }
        assertThat(Files.readString(journal, StandardCharsets.ISO_8859_1))
                .doesNotContain("http");
    }

    @Test
    void writingWaitsForRoomOnAFullDisk() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, "size=1m");
                PartialFile file = PartialFile.open(disk.path().resolve("file"), read -> {})) {
            byte[] bytes = new byte[2 << 20];
            new Random(2).nextBytes(bytes);
            FutureTask<Integer> writing = new FutureTask<>(
                    () -> file.writer(new ByteRange(0, bytes.length), ADDRESS)
                            .write(ByteBuffer.wrap(bytes)));
            Thread.startVirtualThread(writing);
            while (!file.isDiskFull()) {
                Thread.onSpinWait();
            }
            file.sync();
            assertThat(file.present()).allMatch(range -> range.end() < bytes.length);
            disk.remount("size=16m");
            assertThat(writing.get()).isEqualTo(bytes.length);
            file.sync();
            assertThat(file.present()).containsExactly(new ByteRange(0, bytes.length));
            assertThat(file.isDiskFull()).isFalse();
        }
    }

    @Test
    void closingEndsTheWaitForRoom() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, "size=1m")) {
            PartialFile file = PartialFile.open(disk.path().resolve("file"), read -> {});
            FutureTask<Integer> writing = new FutureTask<>(
                    () -> file.writer(new ByteRange(0, 2 << 20), ADDRESS)
                            .write(ByteBuffer.allocate(2 << 20)));
            Thread.startVirtualThread(writing);
            while (!file.isDiskFull()) {
                Thread.onSpinWait();
            }
            file.close();
            assertThatThrownBy(writing::get)
                    .hasCauseInstanceOf(ClosedChannelException.class);
        }
    }
}

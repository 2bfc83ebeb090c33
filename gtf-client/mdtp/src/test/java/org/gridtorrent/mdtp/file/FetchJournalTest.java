package org.gridtorrent.mdtp.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.gridtorrent.mdtp.file.FetchJournal.Stamp;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
final class FetchJournalTest {
    @TempDir
    Path folder = Path.of("");
    private Path file;
    private final byte[] content = new byte[10_000];

    @BeforeEach
    void makeContent() {
        new Random(3).nextBytes(content);
        file = folder.resolve("journal");
    }

    private Extent extent(int start, int end) {
        CRC32C crc = new CRC32C();
        crc.update(content, start, end - start);
        return new Extent(new ByteRange(start, end), (int) crc.getValue(), Extent.UNKNOWN);
    }

    private static Extent zeros(long start, long length) {
        return new Extent(new ByteRange(start, start + length), 0, Extent.UNKNOWN);
    }

    private List<Extent> reread() throws IOException {
        try (FetchJournal journal = FetchJournal.open(file)) {
            return journal.extents();
        }
    }

    @Test
    void crcOfJoinedExtentsIsThatOfTheirBytes() {
        Random random = new Random(4);
        for (int i = 0; i < 100; i++) {
            int[] bounds = random.ints(3, 0, content.length).sorted().distinct().toArray();
            if (bounds.length == 3) {
                assertThat(extent(bounds[0], bounds[1]).joined(extent(bounds[1], bounds[2])))
                        .hasValue(extent(bounds[0], bounds[2]));
            }
        }
    }

    @Test
    void extentsInARowAreJoined() throws Exception {
        try (FetchJournal journal = FetchJournal.open(file)) {
            journal.appendExtents(List.of(extent(0, 100), extent(500, 600), extent(100, 350)));
            assertThat(journal.extents()).containsExactlyInAnyOrder(extent(0, 350),
                    extent(500, 600));
        }
        assertThat(reread()).containsExactlyInAnyOrder(extent(0, 350), extent(500, 600));
    }

    private Extent from(long origin, int start, int end) {
        Extent extent = extent(start, end);
        return new Extent(extent.range(), extent.crc(), origin);
    }

    @Test
    void extentsAreJoinedPerOrigin() throws Exception {
        List<Extent> all = List.of(from(7, 0, 100), from(8, 100, 200), from(8, 200, 300),
                from(7, 300, 400));
        try (FetchJournal journal = FetchJournal.open(file)) {
            journal.appendExtents(all.subList(0, 2));
            journal.appendExtents(all.subList(2, 4));
        }
        assertThat(reread()).containsExactlyInAnyOrder(from(7, 0, 100), from(8, 100, 300),
                from(7, 300, 400));
    }

    @Test
    void extentThatTwoBroughtIsOfUnknownOrigin() throws Exception {
        try (FetchJournal journal = FetchJournal.open(file)) {
            journal.appendExtents(List.of(from(7, 0, 100), from(8, 50, 100)));
        }
        assertThat(reread()).containsExactly(extent(0, 100));
    }

    @Test
    void joinedExtentsStayShort() throws Exception {
        long half = Extent.MAX_JOINED_LENGTH / 2;
        try (FetchJournal journal = FetchJournal.open(file)) {
            journal.appendExtents(
                    List.of(zeros(0, half), zeros(half, half), zeros(2 * half, half)));
            assertThat(journal.extents()).extracting(each -> each.range().length())
                    .containsExactly(2 * half, half);
        }
    }

    @Test
    void extentsThatTouchLostBytesAreForgotten() throws Exception {
        try (FetchJournal journal = FetchJournal.open(file)) {
            journal.appendExtents(List.of(extent(0, 100), extent(200, 300), extent(400, 500)));
            assertThat(journal.appendLost(new ByteRange(99, 201)))
                    .containsExactlyInAnyOrder(extent(0, 100), extent(200, 300));
        }
        assertThat(reread()).containsExactly(extent(400, 500));
    }

    @Test
    void stampIsVoidAfterAnyOtherRecord() throws Exception {
        Stamp stamp = new Stamp(1, 2);
        try (FetchJournal journal = FetchJournal.open(file)) {
            journal.appendStamp(stamp);
            assertThat(journal.isStamped(stamp)).isTrue();
        }
        try (FetchJournal journal = FetchJournal.open(file)) {
            assertThat(journal.isStamped(stamp)).isTrue();
            assertThat(journal.isStamped(new Stamp(1, 3))).isFalse();
            journal.appendNote(7, 8);
            assertThat(journal.isStamped(stamp)).isFalse();
        }
        try (FetchJournal journal = FetchJournal.open(file)) {
            assertThat(journal.isStamped(stamp)).isFalse();
        }
    }

    @Test
    void longJournalIsWrittenAnew() throws Exception {
        try (FetchJournal journal = FetchJournal.open(file)) {
            journal.appendLength(1_000_000);
            journal.appendNote(5, 6);
            List<Extent> all = new ArrayList<>();
            for (int i = 0; i < 70_000; i++) {
                all.add(zeros(i, 1));
            }
            journal.appendExtents(all);
            long before = Files.size(file);
            journal.appendExtents(List.of(zeros(80_000, 1)));
            assertThat(Files.size(file)).isLessThan(before / 1_000);
        }
        try (FetchJournal journal = FetchJournal.open(file)) {
            assertThat(journal.fileLength()).hasValue(1_000_000);
            assertThat(journal.note(5)).hasValue(6);
            assertThat(journal.extents()).containsExactlyInAnyOrder(zeros(0, 70_000),
                    zeros(80_000, 1));
        }
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    }

    /** Records of a right length whose bytes are random, or whose range is none. */
    @Test
    void damagedRecordEndsTheJournal() throws Exception {
        try (FetchJournal journal = FetchJournal.open(file)) {
            journal.appendExtents(List.of(extent(0, 100)));
            journal.appendExtents(List.of(extent(200, 300)));
        }
        byte[] whole = Files.readAllBytes(file);
        for (int at = 8; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            Files.write(file, damaged);
            assertThat(reread()).isEqualTo(
                    at < 8 + FetchJournal.RECORD_BYTES ? List.of() : List.of(extent(0, 100)));
        }
        assertThat(Arrays.copyOf(whole, 8)).isEqualTo("GTFETCH1".getBytes(
                java.nio.charset.StandardCharsets.US_ASCII));
    }
}

package org.gridtorrent.engine.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.engine.storage.files.Storage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeJournalTest {
    @TempDir
    Path folder;

    private TestContent content;
    private Storage storage;
    private Path file;

    @BeforeEach
    void makeContent() throws Exception {
        content = TestContent.make(folder.resolve("source"), 5, 50_000, 50_000);
        storage = FileStorage.readOnly(content.metainfo(), content.directory());
        file = folder.resolve("journal");
    }

    private ResumeJournal open() throws Exception {
        return ResumeJournal.open(file, content.metainfo());
    }

    private Bitfield trusted() throws Exception {
        return open().trustedPieces(storage);
    }

    @Test
    void tornTailIsCutAtEveryByte() throws Exception {
        var ends = new ArrayList<Long>();
        ResumeJournal journal = open();
        for (int piece = 0; piece < 4; piece++) {
            ends.add(Files.size(file));
            journal.recordVerified(List.of(piece), storage);
        }
        ends.add(Files.size(file));
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            int cut = length;
            int records = (int) ends.stream().filter(end -> end <= cut).count() - 1;
            assertThat(trusted().count()).as("cut at %d", length).isEqualTo(Math.max(0, records));
            open().recordVerified(List.of(5), storage);
            assertThat(trusted().has(5)).as("cut at %d", length).isTrue();
        }
    }

    @Test
    void damagedByteCutsTheRest() throws Exception {
        ResumeJournal journal = open();
        journal.recordVerified(List.of(0), storage);
        journal.recordVerified(List.of(1), storage);
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 0x10;
            Files.write(file, damaged);
            Bitfield trusted = trusted();
            assertThat(trusted.count()).as("byte %d", i).isLessThan(2);
            assertThat(trusted.has(1)).isFalse();
        }
    }

    @Test
    void changedFileIsNotTrusted() throws Exception {
        open().recordComplete(storage);
        assertThat(trusted().isComplete()).isTrue();
        Path first = content.metainfo().files().getFirst().path().under(content.directory());
        FileTime time = Files.getLastModifiedTime(first);
        Files.setLastModifiedTime(first, FileTime.fromMillis(time.toMillis() + 1));
        assertThat(trusted().pieces()).containsExactly(4, 5, 6);
        Files.delete(first);
        assertThat(trusted().pieces()).containsExactly(4, 5, 6);
    }

    @Test
    void replacedFileIsNotTrustedThoughSizeAndTimeAgree() throws Exception {
        open().recordComplete(storage);
        Path first = content.metainfo().files().getFirst().path().under(content.directory());
        Path copy = Files.copy(first, folder.resolve("copy"));
        Files.setLastModifiedTime(copy, Files.getLastModifiedTime(first));
        Files.move(copy, first, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(trusted().pieces()).containsExactly(4, 5, 6);
    }

    @Test
    void journalOfAnotherContentIsReplaced() throws Exception {
        open().recordComplete(storage);
        TestContent other = TestContent.make(folder.resolve("other"), 6, 100_000);
        assertThat(ResumeJournal.open(file, other.metainfo()).recordedPieces().isEmpty()).isTrue();
    }

    @Test
    void longJournalIsRewrittenAsASnapshot() throws Exception {
        recordMuch(open());
        assertThat(Files.size(file)).isLessThan(1_500_000);
        assertThat(trusted().isComplete()).isTrue();
    }

    private void recordMuch(ResumeJournal journal) throws Exception {
        for (int i = 0; i < 12; i++) {
            List<Integer> pieces = new ArrayList<>();
            for (int n = 0; n < 50_000; n++) {
                pieces.add(n % 7);
            }
            journal.recordVerified(pieces, storage);
        }
    }

    @Test
    void recordStays_whenTheSnapshotCannotBeWritten() throws Exception {
        Files.createDirectory(folder.resolve("journal.new"));
        recordMuch(open());
        assertThat(Files.size(file)).isGreaterThan(1_500_000);
        assertThat(trusted().isComplete()).isTrue();
    }
}

package org.gridtorrent.engine.storage.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.storage.files.FileConflictException;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.metainfo.HashProgress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files at a content's paths before its download. */
@SuppressWarnings("NullAway.Init") // set before each test
final class OverwritePermissionTest {
    private static final int LARGE = 5 * TestContent.PIECE_LENGTH;
    private static final String DIARY = "my diary";

    @TempDir
    private Path temp;
    private TestContent content;

    /** In the metainfo's order: folder0/file000, folder0/file003 (empty), folder1/…, folder2/…. */
    @BeforeEach
    void makeContent() throws IOException {
        content = TestContent.make(temp.resolve("source"), 4, LARGE, 300, LARGE, 0);
    }

    private Path put(String file, byte[] bytes) throws IOException {
        Path path = temp.resolve("target/content").resolve(file);
        Files.createDirectories(path.resolveSibling("."));
        return Files.write(path, bytes);
    }

    private byte[] original(String file) throws IOException {
        return Files.readAllBytes(content.directory().resolve("content").resolve(file));
    }

    private void grant() throws IOException, InterruptedException {
        Path state = Files.createDirectories(temp.resolve("state"));
        ResumeJournal journal = ResumeJournal.open(state.resolve("journal"), content.metainfo());
        try (FileStorage storage = FileStorage.writable(content.metainfo(),
                temp.resolve("target"))) {
            OverwritePermission.checkAndGrant(content.metainfo(), storage, journal, state,
                    HashProgress.NONE);
        }
    }

    private void assertConflict(Path file) throws IOException {
        byte[] before = Files.readAllBytes(file);
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(this::grant).isInstanceOf(FileConflictException.class)
                    .hasMessage(file + ": has other content");
        }
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void fileWithoutAMatchingPiece_isAConflict() throws Exception {
        assertConflict(put("folder0/file000", DIARY.getBytes(UTF_8)));
    }

    @Test
    void fileOfTheSameLengthAndOtherBytes_isAConflict() throws Exception {
        byte[] other = new byte[LARGE];
        Arrays.fill(other, (byte) 1);
        assertConflict(put("folder2/file002", other));
    }

    @Test
    void longerFile_isAConflict_evenWithTheSameBeginning() throws Exception {
        assertConflict(put("folder0/file000", Arrays.copyOf(original("folder0/file000"),
                LARGE + 1)));
    }

    @Test
    void fileInPlaceOfAnEmptyOne_isAConflict() throws Exception {
        assertConflict(put("folder0/file003", DIARY.getBytes(UTF_8)));
    }

    @Test
    void fileSmallerThanAPiece_isAConflict() throws Exception {
        assertConflict(put("folder1/file001", original("folder1/file001")));
    }

    @Test
    void partialDownloadOfAnotherClient_isTheContents() throws Exception {
        byte[] half = Arrays.copyOf(original("folder0/file000"), LARGE);
        Arrays.fill(half, TestContent.PIECE_LENGTH, LARGE, (byte) 0);
        put("folder0/file000", half);
        put("folder2/file002", new byte[LARGE]);
        put("folder0/file003", new byte[0]);
        grant();
    }

    @Test
    void onceGranted_changedFilesAreTheContents() throws Exception {
        grant();
        put("folder0/file000", DIARY.getBytes(UTF_8));
        grant();
    }

    @Test
    void grantedUnchecked_everyFileIsTheContents() throws Exception {
        put("folder0/file000", new byte[]{1});
        OverwritePermission.grant(temp.resolve("state"));
        grant();
    }
}

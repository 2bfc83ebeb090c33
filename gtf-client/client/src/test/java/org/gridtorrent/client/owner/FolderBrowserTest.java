package org.gridtorrent.client.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.client.tracker.Listing;
import org.gridtorrent.client.tracker.Listing.Entry;
import org.gridtorrent.client.tracker.Listing.Outcome;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real folders, of which one is open. */
class FolderBrowserTest {
    private static final int MANY = TestScale.of("folder.entries", 1_000, 10_000);

    @TempDir
    private Path temp;
    private Path open;
    private FolderBrowser browser;

    @BeforeEach
    void open() throws IOException {
        Path root = temp.toRealPath();
        open = Files.createDirectories(root.resolve("data"));
        Files.createDirectories(root.resolve("data-private/deep"));
        Files.createDirectories(open.resolve("runs/one"));
        Files.write(open.resolve("notes.txt"), new byte[42]);
        var folders = new OpenedFolders(root.resolve("opened"));
        folders.open(open);
        browser = new FolderBrowser(folders);
    }

    @Test
    void openedFolders_areTheBeginning() throws IOException {
        Listing listing = browser.list("", 0);
        assertThat(listing.outcome()).isEqualTo(Outcome.YES);
        assertThat(listing.entries()).containsExactly(new Entry(open.toString(), true, 0));
    }

    @Test
    void openedFolder_isListedFoldersFirstWithoutWhatCannotBePublished() throws IOException {
        Files.createDirectory(open.resolve("zeta"));
        Files.write(open.resolve(".hidden"), new byte[1]);
        Files.write(open.resolve("a:b"), new byte[1]);
        Files.createSymbolicLink(open.resolve("link"), temp);
        assertThat(browser.list(open.toString(), 0).entries()).containsExactly(
                new Entry("runs", true, 0), new Entry("zeta", true, 0),
                new Entry("notes.txt", false, 42));
        assertThat(browser.list(open.resolve("runs").toString(), 0).entries())
                .containsExactly(new Entry("one", true, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/..", "/runs/..", "/runs/../../data-private", "-private",
        "/./runs",
        "/link", "/link/deep", "/inner", "/\u0000", "/RUNS/../../data-private"})
    void whatLeadsOutOrIsWrittenAnotherWay_isRefusedHere(String end) throws IOException {
        Files.createSymbolicLink(open.resolve("link"), temp.toRealPath().resolve("data-private"));
        Files.createSymbolicLink(open.resolve("inner"), open.resolve("runs"));
        String path = end.isEmpty() ? temp.toRealPath().toString() : open + end;
        assertThat(browser.list(path, 0)).isEqualTo(Listing.refused(Outcome.NOT_OPEN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"data", ".", "../data", "~", "/", "C:\\", "/etc"})
    void pathsOfOtherPlaces_areNotOpen(String path) {
        assertThat(browser.list(path, 0)).isEqualTo(Listing.refused(Outcome.NOT_OPEN));
    }

    @Test
    void whatIsNoFolderInAnOpenOne_isNotFound() {
        assertThat(browser.list(open.resolve("gone").toString(), 0).outcome())
                .isEqualTo(Outcome.NOT_FOUND);
        assertThat(browser.list(open.resolve("notes.txt").toString(), 0).outcome())
                .isEqualTo(Outcome.NOT_FOUND);
    }

    @Test
    void folderThatWasClosedAgain_isRefusedAtOnce() throws IOException {
        new OpenedFolders(temp.toRealPath().resolve("opened")).close(open);
        assertThat(browser.list(open.toString(), 0).outcome()).isEqualTo(Outcome.NOT_OPEN);
        assertThat(browser.list("", 0).entries()).isEmpty();
    }

    @Test
    void manyEntries_comeInParts() throws IOException {
        Path many = Files.createDirectory(open.resolve("many"));
        for (int i = 0; i < MANY; i++) {
            Files.createFile(many.resolve("%05d".formatted(i)));
        }
        Listing part = browser.list(many.toString(), MANY - 50);
        assertThat(part.total()).isEqualTo(MANY);
        assertThat(part.entries()).hasSize(50).first().extracting(Entry::name)
                .isEqualTo("%05d".formatted(MANY - 50));
        assertThat(browser.list(many.toString(), 100).entries()).hasSize(Listing.MOST);
        assertThat(browser.list(many.toString(), Integer.MAX_VALUE).entries())
                .isEqualTo(List.of());
    }
}

package org.gridtorrent.client.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.gridtorrent.client.tracker.DatasetPage.Dataset;
import org.gridtorrent.client.tracker.DatasetPage.Gone;
import org.gridtorrent.client.tree.TreeChange.Kind;
import org.gridtorrent.client.tree.UnreadableException.Reason;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedTreeTest {
    @TempDir
    private Path folder;
    private PublishedSets sets;
    private HeldContentSource source;
    private FollowedTree tree;
    private long revision;

    @BeforeEach
    void open() throws IOException {
        sets = new PublishedSets(folder);
        source = sets.source();
        tree = sets.tree(source);
    }

    @AfterEach
    void close() {
        tree.close();
        source.close();
    }

    private void say(List<Dataset> datasets, Gone... gone) {
        sets.say(false, datasets, List.of(gone), false);
        tree.hear(++revision);
    }

    private void awaitPath(String path) {
        await().until(() -> tree.find(path).isPresent());
    }

    private void awaitNoPath(String path) {
        await().until(() -> tree.find(path).isEmpty());
    }

    private List<String> names(String path) throws IOException {
        return ((TreeFolder) tree.find(path).orElseThrow()).children().stream()
                .map(TreeNode::name).toList();
    }

    private DatasetFile file(String path) {
        return (DatasetFile) tree.find(path).orElseThrow();
    }

    private static String text(OpenFile file) throws Exception {
        return StandardCharsets.UTF_8.decode(file.read(0, 100).get()).toString();
    }

    @Test
    void datasets_areFoundByOwnerGroupAndId_withTheirFiles() throws Exception {
        Metainfo ice = sets.write("ice1", Map.of("a/b.txt", new byte[]{1, 2, 3},
                "a/c.txt", new byte[0], "top", new byte[9]));
        say(List.of(PublishedSets.dataset("ice1", "Ice/Cores", "ann", List.of("Snow: 1"), "v", 1,
                ice)));
        awaitPath("id/ice1");
        assertThat(names("")).containsExactly("by-group", "by-owner", "id");
        assertThat(names("by-owner/ann")).containsExactly("Ice_Cores~ice1");
        assertThat(names("by-group/Snow: 1")).containsExactly("Ice_Cores~ice1");
        assertThat(names("by-owner/ann/Ice_Cores~ice1")).containsExactly("a", "top");
        assertThat(names("id/ice1/a")).containsExactly("b.txt", "c.txt");
        DatasetFile file = file("by-group/Snow: 1/Ice_Cores~ice1/a/b.txt");
        assertThat(file.datasetId()).isEqualTo("ice1");
        assertThat(file.infoHash()).isEqualTo(ice.infoHash());
        assertThat(file.path()).isEqualTo("a/b.txt");
        assertThat(file.size()).isEqualTo(3);
        assertThat(file.modified()).isEqualTo(PublishedSets.PUBLISHED);
        try (OpenFile opened = file.open()) {
            assertThat(opened.read(1, 10).get()).isEqualTo(ByteBuffer.wrap(new byte[]{2, 3}));
            assertThat(opened.read(3, 10).get().hasRemaining()).isFalse();
        }
        assertThat(tree.find("by-owner/Ann")).isEmpty();
        assertThat(tree.find("id/ice1/top/below")).isEmpty();
        assertThat(tree.find("id/ice1/../ice1")).isEmpty();
    }

    @Test
    void equalTitles_areTwoFolders_andVersionsLieBelowTheLatest() throws Exception {
        say(List.of(sets.dataset("one", "Ice", "ann", List.of(), "v", 1),
                sets.dataset("two", "Ice", "ann", List.of(), "v", 2),
                sets.dataset("other", "Ice", "ann", List.of(), "w", 1)));
        awaitPath("id/other");
        awaitPath("id/two");
        awaitPath("id/one");
        assertThat(names("by-owner/ann")).containsExactly("Ice~other", "Ice~two");
        assertThat(names("by-owner/ann/Ice~two")).containsExactly(".versions", "readme.txt");
        assertThat(names("by-owner/ann/Ice~two/.versions")).containsExactly("1", "2");
        assertThat(text(file("by-owner/ann/Ice~two/.versions/1/readme.txt").open()))
                .isEqualTo("one");
        assertThat(names("by-owner/ann/Ice~other")).containsExactly("readme.txt");
        assertThat(names("id/one")).containsExactly("readme.txt");
        assertThat(names("id/two/.versions")).containsExactly("1", "2");
    }

    @Test
    void lostAndWithdrawnDatasets_leaveTheTree_andTheirOpenFilesFail() throws Exception {
        say(List.of(sets.dataset("lost", "Lost", "ann", List.of(), "v", 1),
                sets.dataset("back", "Withdrawn", "ann", List.of(), "w", 1),
                sets.dataset("kept", "Kept", "ben", List.of(), "x", 1)));
        List.of("lost", "back", "kept").forEach(id -> awaitPath("id/" + id));
        OpenFile lost = file("id/lost/readme.txt").open();
        OpenFile withdrawn = file("id/back/readme.txt").open();
        OpenFile kept = file("id/kept/readme.txt").open();
        DatasetFile found = file("id/lost/readme.txt");
        var changes = new CopyOnWriteArrayList<TreeChange>();
        try (var _ = tree.watch(changes::add)) {
            say(List.of(), new Gone("lost", false), new Gone("back", true));
            await().until(() -> changes.contains(new TreeChange(Kind.REMOVED, "id/lost")));
        }
        assertThat(changes).contains(new TreeChange(Kind.REMOVED, "by-owner/ann/Withdrawn~back"),
                new TreeChange(Kind.REMOVED, "by-owner/ann"));
        assertThat(changes).extracting(TreeChange::path).noneMatch(path -> path.contains("kept"));
        awaitReason(lost, Reason.FORBIDDEN);
        awaitReason(withdrawn, Reason.WITHDRAWN);
        assertThat(text(kept)).isEqualTo("kept");
        assertThat(names("by-owner")).containsExactly("ben");
        assertThatThrownBy(found::open).isInstanceOfSatisfying(UnreadableException.class,
                e -> assertThat(e.reason()).isEqualTo(Reason.FORBIDDEN));
    }

    private static void awaitReason(OpenFile file, Reason reason) {
        await().untilAsserted(() -> assertThatThrownBy(() -> file.read(0, 1).get())
                .isInstanceOf(ExecutionException.class).cause()
                .isInstanceOfSatisfying(UnreadableException.class,
                        e -> assertThat(e.reason()).isEqualTo(reason)));
    }

    @Test
    void readThatWaits_failsWhenTheRightIsLost() {
        var files = new OpenFiles();
        var waiting = new CompletableFuture<Integer>();
        OpenFile file = files.track("ice", new OpenFile() {
            @Override
            public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
                return waiting;
            }

            @Override
            public void close() {
                waiting.cancel(false);
            }
        });
        CompletableFuture<ByteBuffer> read = file.read(0, 1);
        files.fail("other",
                new UnreadableException(Reason.FORBIDDEN, "no"));
        assertThat(read).isNotDone();
        files.fail("ice",
                new UnreadableException(Reason.FORBIDDEN, "no"));
        assertThatThrownBy(read::get).cause().isInstanceOf(UnreadableException.class);
    }

    @Test
    void listThatBeginsAnew_dropsWhatItDoesNotName() throws Exception {
        Dataset kept = sets.dataset("kept", "Kept", "ann", List.of(), "v", 1);
        Dataset later = sets.dataset("later", "Later", "ann", List.of(), "w", 1);
        say(List.of(kept, sets.dataset("lost", "Lost", "ann", List.of(), "x", 1)));
        awaitPath("id/lost");
        sets.say(true, List.of(kept), List.of(), true);
        say(List.of(later));
        awaitNoPath("id/lost");
        awaitPath("id/later");
        awaitPath("id/kept");
    }

    @Test
    void treeIsThere_afterARestart_withoutAskingAgain() throws Exception {
        say(List.of(sets.dataset("ice", "Ice", "ann", List.of("Snow"), "v", 1)));
        awaitPath("id/ice");
        tree.close();
        tree = sets.tree(source);
        assertThat(names("by-group/Snow")).containsExactly("Ice~ice");
        assertThat(text(file("id/ice/readme.txt").open())).isEqualTo("ice");
        assertThat(sets.fetched()).isEqualTo(1);
    }

    @Test
    void damagedFiles_areSetAside_andAskedForAgain() throws Exception {
        Dataset ice = sets.dataset("ice", "Ice", "ann", List.of(), "v", 1);
        say(List.of(ice));
        awaitPath("id/ice");
        tree.close();
        Path list = folder.resolve("tree/lists/" + ice.infoHash() + ".torrent");
        Files.write(list, new byte[]{1});
        Files.writeString(folder.resolve("tree/datasets.json"), "{\n#0");
        tree = sets.tree(source);
        awaitPath("id/ice");
        await().ignoreExceptions().until(() -> tree.find("id/ice/readme.txt").isPresent());
        assertThat(sets.fetched()).isEqualTo(2);
    }
}

package org.gridtorrent.client.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.metainfo.create.MetainfoBuilder.Built;
import org.gridtorrent.metainfo.create.PreviousHashes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is remembered of a published folder, for its next version. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // set before each test
class ContentStoreTest {
    /** A file that changed within the last two seconds is never taken for the same later: all age at once. */
    private static final Deque<Path> AGEING = new ArrayDeque<>();

    private Path folder;
    private Path data;
    private ContentStore store;
    private Holding holding;

    /** As many as there are tests. */
    @BeforeAll
    static void writeFolders(@TempDir Path all) throws IOException {
        for (int i = 0; i < 9; i++) {
            Path parent = Files.createDirectory(all.resolve(Integer.toString(i)));
            Path data = Files.createDirectory(parent.resolve("data"));
            Files.write(data.resolve("file"), new byte[300_000]);
            AGEING.add(parent);
        }
    }

    @BeforeEach
    void publish() throws Exception {
        folder = AGEING.remove();
        data = folder.resolve("data");
        store = new ContentStore(folder.resolve("contents"));
        Built built = await().until(() -> new MetainfoBuilder(data).padded(true).build(),
                aged -> !aged.stamps().isEmpty());
        holding = Holding.begun(built.metainfo(), "content", "Some data", folder, true);
        store.save(holding);
        Engine.recordAllVerified(built.metainfo(), folder,
                store.journal(holding.infoHash()));
        store.saveStamps(holding.infoHash(), built.stamps());
    }

    private long known() throws Exception {
        List<PreviousHashes> before = store.hashedBefore(holding).stream().toList();
        return new MetainfoBuilder(data).padded(true).previousHashes(before).build().reusedBytes();
    }

    @Test
    void unchangedFile_isKnownAfterARestart() throws Exception {
        store = new ContentStore(folder.resolve("contents"));
        assertThat(known()).isEqualTo(300_000);
    }

    @Test
    void fileThatWasMoved_isKnownInItsPlaceOfBeforeAlone() throws Exception {
        Files.move(data.resolve("file"), data.resolve("other"));
        assertThat(known()).isZero();
    }

    /** The holding as it was, or nothing, and the file is set aside: never another holding. */
    @ParameterizedTest
    @ValueSource(strings = {"content.json", "metainfo.torrent"})
    void flippedBit_isNoticed(String name) throws Exception {
        Path file = folder.resolve("contents").resolve(holding.infoHash().hex()).resolve(name);
        Path aside = file.resolveSibling(name + ".damaged");
        byte[] good = Files.readAllBytes(file);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (1 << i % 8);
            Files.write(file, bad);
            List<Holding> found = store.all();
            if (found.isEmpty()) {
                assertThat(aside).hasBinaryContent(bad);
                assertThat(file).doesNotExist();
                Files.delete(aside);
            } else {
                assertThat(found).as("bit of byte " + i).containsExactly(holding);
            }
        }
        Files.write(file, good);
        assertThat(store.all()).containsExactly(holding);
    }

    @Test
    void damagedNote_isWrittenAnewAsTheTaskTells() throws Exception {
        Path file = folder.resolve("contents").resolve(holding.infoHash().hex())
                .resolve("content.json");
        byte[] note = Files.readAllBytes(file);
        note[20] ^= 4;
        Files.write(file, note);
        store.restoreNotes(List.of());
        assertThat(store.all()).isEmpty();
        Task task = Task.handedOut("task", Task.Kind.PUBLISH,
                "content", "Some data", null, null, null, Task.NO_LEASE, false, false);
        store.restoreNotes(List.of(task,
                task.of(holding.infoHash().hex(), holding.location().toString())));
        assertThat(store.all()).usingRecursiveFieldByFieldElementComparatorIgnoringFields(
                "mountPoint").containsExactly(holding);

        Files.write(file, note);
        Task fetched = Task.handedOut("get", Task.Kind.DOWNLOAD,
                "content", "Some data", null, null, null, Task.NO_LEASE, false, false)
                .of(holding.infoHash().hex(), holding.location().toString());
        store.restoreNotes(List.of(fetched));
        assertThat(store.all()).as("never claimed").allMatch(Holding::inPlace);
        Files.write(file, note);
        Engine.allowOverwrite(store.journal(holding.infoHash()));
        store.restoreNotes(List.of(fetched));
        assertThat(store.all()).noneMatch(Holding::inPlace);

        store.forget(holding.infoHash());
        store.restoreNotes(List.of(task.of(holding.infoHash().hex(), data.toString())));
        assertThat(store.all()).isEmpty();
    }

    @Test
    void damagedMetainfo_isAskedAnew() throws Exception {
        Path file = folder.resolve("contents").resolve(holding.infoHash().hex())
                .resolve("metainfo.torrent");
        byte[] metainfo = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(metainfo, metainfo.length / 2));
        assertThat(store.all()).isEmpty();
        var recovery = new MetainfoRecovery(id -> {
            assertThat(id).isEqualTo("content");
            return metainfo;
        }, store::save);
        for (ContentStore.Incomplete held : store.incomplete()) {
            recovery.begin(held).join();
        }
        assertThat(store.all()).containsExactly(holding);
        assertThat(store.incomplete()).isEmpty();
    }

    @Test
    void whatWasToBeCheckedAgain_isHashed() throws Exception {
        store.forgetChecks(holding.infoHash());
        assertThat(known()).isZero();
    }

    @Test
    void withoutTheJournal_nothingIsKnown() throws Exception {
        Files.delete(store.journal(holding.infoHash()).resolve("journal"));
        assertThat(known()).isZero();
    }

    @Test
    void damagedRecord_isPassedOver() throws Exception {
        Files.writeString(store.journal(holding.infoHash()).resolve("hashed.json"), "{\"0\":");
        assertThat(known()).isZero();
        store.saveStamps(holding.infoHash(), Map.of());
        assertThat(known()).isZero();
    }
}

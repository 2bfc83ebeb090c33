package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.e2e.process.Polling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What becomes of a copy: checked, mended, paused, limited, moved, dropped; by real programs. */
class KeepIT {
    private static final long LENGTH = 8_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static Stage stage;
    private static Actor publisher;
    private static Actor member;
    private static Path data;
    private static Tree original;
    private static String datasetId;
    /** The path of the page of the group that may have it. */
    private static String group;

    @BeforeAll
    static void publish() throws IOException {
        stage = Stage.open(KeepIT.class);
        publisher = stage.actor("publisher");
        member = stage.actor("member");
        data = stage.shelf.resolve("kept");
        original = SampleData.fill(data, LENGTH);
        group = stage.group(publisher, member);
        datasetId = stage.publish(publisher, data, "Kept");
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    private static Path copy() {
        return Stage.copyOf(member, data);
    }

    private static void get() {
        member.machine().call("dataset", "get", datasetId).expect(0);
        original.expectSame(Tree.of(copy()));
    }

    private static JsonNode task(Actor actor, String id) {
        return actor.api().get("/tasks/" + id);
    }

    @Test
    void damagedCopy_isFoundNamedAndMended() throws IOException {
        get();
        member.machine().call("dataset", "verify", datasetId).expect(0);
        String path = original.files().entrySet().stream()
                .filter(file -> file.getValue().length() > 1_000_000).map(Map.Entry::getKey)
                .findFirst().orElseThrow();
        Path file = copy().resolve(path);
        stop();
        flip(file, 12_345);
        expectFoundAndMended(path);
        stop();
        Files.write(file, new byte[]{1}, StandardOpenOption.APPEND);
        expectFoundAndMended(path);
    }

    /** Else the daemon may notice by itself what happens to the files, and fetch them again. */
    private static void stop() {
        member.machine().command("dataset", "drop", datasetId, "--keep-files").expect(0);
    }

    private static void expectFoundAndMended(String path) throws IOException {
        var found = member.machine().command("dataset", "verify", datasetId).expect(3);
        assertThat(found.err()).contains(path).contains("not as published");
        member.machine().command("dataset", "verify", datasetId, "--repair").expect(0);
        original.expectSame(Tree.of(copy()));
    }

    private static void flip(Path file, long at) throws IOException {
        try (var damaged = new RandomAccessFile(file.toFile(), "rw")) {
            damaged.seek(at);
            int was = damaged.read();
            damaged.seek(at);
            damaged.write(was ^ 1);
        }
    }

    @Test
    void publishersOwnFiles_areNeitherMendedNorDeleted() throws IOException {
        Path own = stage.shelf.resolve("own");
        Tree whole = SampleData.fill(own, 1_000_000);
        var id = stage.publish(publisher, own, "Own");
        // Its task may outlast the publishing by a moment; then there is nothing to drop yet.
        var refused = Polling.answered("the end of publishing", LIMIT,
                () -> Optional.of(publisher.machine().call("dataset", "drop", id))
                        .filter(outcome -> outcome.status() != 3))
                .expect(1);
        assertThat(refused.err()).contains("last verified copy");
        publisher.machine().call("dataset", "drop", id, "--force").expect(0);
        whole.expectSame(Tree.of(own));
        String hash = publisher.api().get("/datasets/" + id).path("infoHash").asText();
        assertThat(publisher.machine().status().path("contents").toString())
                .doesNotContain(hash);
        publisher.machine().call("dataset", "seed", id, "--dir", stage.shelf.toString())
                .expect(0);
        assertThat(publisher.machine().status().path("contents").toString())
                .contains(hash);
    }

    @Test
    void placeThatIsTaken_isSaidAtOnce_andNotOverwritten() throws IOException {
        Path source = stage.shelf.resolve("taken");
        Tree whole = SampleData.fill(source, 1_000_000);
        var id = stage.publish(publisher, source, "Taken");
        Path into = Files.createDirectory(stage.shelf.resolve("into"));
        Path mine = Files.writeString(into.resolve("taken"), "mine");
        var refused = member.machine()
                .command("dataset", "get", id, "--dir", into.toString()).expect(3);
        assertThat(refused.err()).contains(mine + " already exists and is not overwritten");
        assertThat(mine).hasContent("mine");
        Files.delete(mine);
        copy(source, mine);
        member.machine().ask("dataset", "get", id, "--dir", into.toString());
        member.machine().command("dataset", "drop", id).expect(0);
        whole.expectSame(Tree.of(mine)); // whole, so it was shared where it lay, and not written to

        Files.createDirectories(Stage.copyOf(member, source).getParent());
        Files.move(mine, Stage.copyOf(member, source));
        Files.write(Stage.copyOf(member, source).resolve("last half.bin"), new byte[1]);
        var aside = member.get(id);
        aside.awaitDone(LIMIT, _ -> {});
        assertThat(task(member, aside.taskId()).path("message").asText())
                .contains("was already on this machine");
        assertThat(Stage.copyOf(member, source).resolve("last half.bin")).hasSize(1);
        member.machine().command("dataset", "drop", id).expect(0);

        var got = member.machine().ask("dataset", "get", id, "--dir", into.toString());
        assertThat(got.path("total").asLong()).isEqualTo(whole.totalLength());
        whole.expectSame(Tree.of(mine));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    @Test
    void droppedCopy_isGoneAndCanBeHadAgain() throws IOException {
        get();
        Files.writeString(copy().resolve("notes of mine"), "stay");
        member.machine().command("dataset", "drop", datasetId, "--keep-files").expect(0);
        original.files().keySet().forEach(path -> assertThat(copy().resolve(path)).exists());
        member.machine().command("dataset", "seed", datasetId).expect(0);
        member.machine().command("dataset", "drop", datasetId).expect(0);
        assertThat(Tree.of(copy()).files().keySet()).containsExactly("notes of mine");
        Files.delete(copy().resolve("notes of mine"));
        Files.deleteIfExists(copy());
        get();
    }

    @Test
    void limitsOfAContent_areSetAndRefusedInWords() {
        get();
        member.machine().command("dataset", "limit", datasetId, "--upload-limit", "3MB").expect(0);
        var refused = member.machine().call("dataset", "limit", datasetId, "--upload-limit",
                "much").expect(3);
        assertThat(refused.err()).contains("much");
        member.machine().call("dataset", "limit", datasetId, "--upload-limit", "off").expect(0);
    }

    @Test
    void dataSet_isBroughtToAMachineFromAnother() {
        var other = stage.actor("other");
        publisher.person().invite(group, other.person().name());
        other.person().acceptInvitation(group);
        var told = other.machine().ask("dataset", "get", datasetId, "--on",
                other.machineName().toUpperCase(Locale.ROOT));
        new Transfer(other.api(), told.path("taskId").asText()).awaitDone(LIMIT, _ -> {});
        original.expectSame(Tree.of(Stage.copyOf(other, data)));
        other.machine().call("dataset", "get", datasetId, "--on", "nowhere").expect(5);
    }

    @Test
    void pausedOrCancelledTransfer_standsStillAndGoesOnWhereItWas() throws IOException {
        var slow = stage.actor("slow", Map.of("upload-limit", "400KB"));
        Path large = stage.shelf.resolve("large");
        Tree whole = SampleData.fill(large, 4_000_000);
        Stage.group("pausing", publisher, slow, member);
        var id = Stage.publish(slow, large, "Large", "pausing");
        var transfer = member.get(id);
        Polling.answered("the transfer's begin", LIMIT,
                () -> Optional.of(transfer.state()).filter(state -> state.bytesDone() > 0));

        member.machine().command("task", "pause", transfer.taskId()).expect(0);
        Polling.answered("the pause", LIMIT, () -> Optional.of(member.machine()
                .query("task", "show", transfer.taskId()))
                .filter(task -> task.path("message").asText().equals("paused")));
        assertThat(task(member, transfer.taskId()).path("paused").asBoolean()).isTrue();
        member.machine().killAndRestart();
        assertThat(member.machine().query("task", "show", transfer.taskId()).path("paused")
                .asBoolean()).isTrue();

        member.machine().command("task", "resume", transfer.taskId()).expect(0);
        member.machine().command("task", "cancel", transfer.taskId()).expect(0);
        var again = new Transfer(member.api(), member.machine()
                .ask("task", "retry", transfer.taskId()).path("id").asText());
        again.awaitDone(LIMIT, _ -> {});
        whole.expectSame(Tree.of(Stage.copyOf(member, large)));
        member.machine().call("task", "retry", again.taskId()).expect(3);
    }
}

package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.gridtorrent.e2e.process.Polling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A rule for copies, held by real programs while the site is killed. */
class KeepCopiesIT {
    private static final long LENGTH = 8_000_000;
    /** Two of the keeper's rounds, and what a machine takes for it. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static Stage stage;
    private static Actor publisher;
    private static Actor keeper;
    private static Path data;
    private static Tree original;
    private static String datasetId;

    @BeforeAll
    static void publish() throws IOException {
        stage = Stage.open(KeepCopiesIT.class);
        publisher = stage.actor("publisher");
        keeper = stage.actor("keeper", Map.of("keep-offer", "1GB", "always-on", "yes"));
        Actor bystander = stage.actor("bystander");
        data = stage.shelf.resolve("kept");
        original = SampleData.fill(data, LENGTH);
        stage.group(publisher, keeper, bystander);
        datasetId = stage.publish(publisher, data, "Kept");
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    private static JsonNode copies() {
        return publisher.api().get("/datasets/" + datasetId + "/copies");
    }

    private static void awaitCopies(int counting) {
        Polling.answered(counting + " copies", LIMIT,
                () -> Optional.of(copies()).filter(c -> c.path("counting").asInt() == counting));
    }

    @Test
    void copiesAreMadeWhereRoomIsOffered_keptAndTakenAway() throws IOException {
        // Published it is when its metainfo came, verified when the task's end was reported.
        Polling.answered("the warning of a single copy", LIMIT, () -> Optional
                .of(publisher.machine().call("dataset", "show", datasetId).expect(0).out())
                .filter(shown -> shown.contains("Only one verified copy was online within")));
        publisher.machine().command("dataset", "keep", datasetId, "--copies", "2", "--always-on",
                "1", "--on", stage.group).expect(0);
        stage.site.killAndRestart();
        awaitCopies(2);
        original.expectSame(Tree.of(Stage.copyOf(keeper, data)));
        var downloads = StreamSupport.stream(
                keeper.api().get("/tasks").path("tasks").spliterator(), false)
                .filter(task -> task.path("kind").asText().equals("download")).toList();
        assertThat(downloads).hasSize(1);
        assertThat(copies().path("notices")).isEmpty();

        publisher.machine().command("dataset", "drop", datasetId).expect(0);
        var refused = keeper.machine().command("dataset", "drop", datasetId).expect(1);
        assertThat(refused.err()).contains("last verified copy");
        publisher.machine().call("dataset", "seed", datasetId, "--dir",
                stage.shelf.toString()).expect(0);
        awaitCopies(2);

        publisher.machine().command("dataset", "keep", datasetId, "--none").expect(0);
        Polling.answered("the end of the rule's copy", LIMIT, () -> Optional.of(true)
                .filter(_ -> Files.notExists(Stage.copyOf(keeper, data))));
        original.expectSame(Tree.of(data));
    }
}

package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.gridtorrent.e2e.pages.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A person browses a machine's opened folders on the pages, through its daemon, and publishes from there. */
class BrowseIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern DATASET = Pattern.compile("/datasets/([a-z0-9]+)");

    private static Stage stage;
    private static Actor ann;
    private static Path shelf;
    /** What the shelf lies in, which is not open. */
    private static Path outside;

    @BeforeAll
    static void open() throws IOException {
        stage = Stage.openWithProcesses(BrowseIT.class);
        shelf = stage.shelf.toRealPath();
        outside = Objects.requireNonNull(shelf.getParent());
        Files.createDirectories(shelf.resolve("runs/one & only"));
        Files.writeString(shelf.resolve("runs/one & only/notes.txt"), "measured by hand");
        Files.createSymbolicLink(shelf.resolve("elsewhere"), outside);
        ann = stage.actor("ann");
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    private static String address(String folder) {
        return "/publish/browse?device=" + ann.machine().deviceId() + "&folder="
                + URLEncoder.encode(folder, StandardCharsets.UTF_8);
    }

    private static Page follow(Page page, String words) {
        String link = Objects.requireNonNull(
                page.document().select("a:containsOwn(" + words + ")").first()).attr("href");
        return ann.person().browser().open(link).expect(200);
    }

    @Test
    void folder_isFoundByBrowsingAndPublishedWhereItLies() {
        Page shelves = follow(ann.person().browser().open(address("")).expect(200),
                shelf.toString());
        assertThat(shelves.says("runs/")).isTrue();
        assertThat(shelves.says("elsewhere")).as("a link that leads out").isFalse();
        Page run = follow(follow(shelves, "runs/"), "one & only/");
        assertThat(run.says("notes.txt")).isTrue();
        Page form = follow(run, "Publish this folder");
        Page published = ann.person().browser().send(form.form("/publish")
                .fill("title", "One run").fill("access", "public"));
        var id = DATASET.matcher(published.address().getPath());
        assertThat(id.find()).as(published.document().text()).isTrue();
        ann.awaitPublished(id.group(1), LIMIT);
    }

    @Test
    void whatLeadsOut_isRefusedByTheDaemonItself() {
        for (String path : new String[]{outside.toString(), shelf + "/elsewhere",
            shelf + "/../site", shelf + "/./runs", "/etc"}) {
            Page refused = ann.person().browser().open(address(path)).expect(200);
            assertThat(refused.says("This folder is not open")).as(path).isTrue();
        }
    }

    @Test
    void strangersAndSilentMachines_areAnsweredInWords() {
        Actor bob = stage.actor("bob");
        bob.person().browser().open(address(shelf.toString())).expect(404);
        String own = "/publish/browse?device=" + bob.machine().deviceId();
        assertThat(bob.person().browser().open(own).expect(200).says(shelf.toString())).isTrue();
        bob.machine().close();
        assertThat(bob.person().browser().open(own).expect(200).says("has not answered yet"))
                .isTrue();
    }
}

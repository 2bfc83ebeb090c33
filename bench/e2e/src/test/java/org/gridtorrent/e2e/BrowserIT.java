package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.ccm.browser.Visitor;
import org.gridtorrent.e2e.pages.Person;
import org.gridtorrent.e2e.process.Polling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Several people in their browsers, each with a machine whose daemon moves the bytes meanwhile. */
@EnabledIf("org.gridtorrent.ccm.browser.Chromium#isInstalled")
class BrowserIT {
    private static final long LENGTH = 6_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String ITEM = "main li.transfer-item";

    private static final List<Visitor> VISITORS = new ArrayList<>();
    private static Stage stage;
    private static Actor owner;
    private static Actor reader;
    private static Visitor owners;
    private static Visitor readers;
    private static Path folder;
    private static Tree tree;

    @BeforeAll
    static void open() throws IOException {
        stage = Stage.open(BrowserIT.class);
        folder = stage.shelf.toRealPath().resolve("series");
        tree = SampleData.fill(folder, LENGTH);
        owner = stage.actor("owner", Map.of("upload-limit", "1MB"));
        reader = stage.actor("reader");
        owners = visitor(owner);
        readers = visitor(reader);
    }

    private static Visitor visitor(Actor actor) {
        var visitor = Visitor.at(stage.site.pages())
                .loggedInAs(actor.person().name(), Person.password(actor.person().name()));
        VISITORS.add(visitor);
        return visitor;
    }

    @AfterAll
    static void end() {
        var complaints = VISITORS.stream().flatMap(one -> one.complaints().stream()).toList();
        VISITORS.forEach(Visitor::close);
        stage.close();
        assertThat(complaints).isEmpty();
    }

    @Test
    void aFolderIsPublishedByBrowsing_gotWhileItsSourceIsAway_andFollowedToItsNextVersion()
            throws IOException {
        String page = publishForReader();
        String id = page.substring(page.lastIndexOf('/') + 1);
        owner.awaitPublished(id, LIMIT);
        var strangers = visitor(stage.offline("stranger"));
        assertThat(strangers.go(page)).isEqualTo(404);

        assertThat(readers.go(page)).isEqualTo(200);
        readers.press("main form[action='" + page + "/get'] button");
        readers.go("/transfers");
        shown(readers, ITEM + " strong:has-text('%')");
        readers.pressButton("Pause A series");
        shown(readers, ITEM + " .tag:has-text('Paused')");
        owner.machine().daemon().kill();
        readers.pressButton("Resume A series");
        shown(readers, ITEM + " p:has-text('known')"); // of whom nobody is there
        owner.machine().startDaemon();
        readers.page().waitForSelector(ITEM + " .tag:has-text('Done')",
                new Page.WaitForSelectorOptions().setTimeout(60_000));
        tree.expectSame(Tree.of(Stage.copyOf(reader, folder)));
        owners.go(page + "/copies");
        shown(owners, "li:has-text('" + reader.machineName() + "') .tag:has-text('Verified')");

        readers.go(page);
        readers.press("a[href^='/subscribe?of=dataset']");
        readers.page().selectOption("main select[name=device]",
                reader.machine().deviceId());
        readers.press("main form[action='/subscribe'] button");
        Files.writeString(folder.resolve("one more.txt"), "measured later");
        owners.go(page + "/versions/new");
        owners.page().fill("#path", folder.toString());
        owners.page().fill("#changes", "One more");
        owners.press("main form .actions button");
        String second = path(owners);
        owner.awaitPublished(second.substring(second.lastIndexOf('/') + 1), LIMIT);
        awaitBothDone();
        readers.go("/transfers");
        assertThat(readers.page().locator(ITEM + " .tag:has-text('Done')").count()).isEqualTo(2);
        assertThat(readers.go("/notices")).isEqualTo(200);
        assertThat(readers.text()).contains("A series");
        assertThat(strangers.go(second)).isEqualTo(404);
    }

    /** Browses to the folder, and publishes it to the reader alone; the data set's page. */
    private static String publishForReader() {
        owners.go("/publish/browse?device=" + owner.machine().deviceId());
        owners.press("#folder a.folder");
        owners.press("#folder a.folder:has-text('series')");
        owners.press("#folder .card-head a:has-text('Publish this folder')");
        owners.page().fill("#title", "A series");
        owners.page().check("input[name=access][value=user]");
        owners.page().locator("#find").pressSequentially("read");
        owners.page().check("input[name=users][value=" + reader.person().name() + "]");
        owners.press("main form[action='/publish'] > .actions button");
        assertThat(owners.text()).contains("A series", folder.toString());
        owners.press("main form[action='/publish'] button[value=publish]");
        return path(owners);
    }

    /** Not asked in the reader's browser: a page loads itself anew as its transfer is done. */
    private static void awaitBothDone() {
        Polling.answered("the next version, got by itself", LIMIT,
                () -> Optional.of(reader.person().browser().open("/transfers").expect(200))
                        .filter(page -> page.document().select(ITEM + " .tag:contains(Done)")
                                .size() == 2));
    }

    private static void shown(Visitor visitor, String selector) {
        visitor.page().waitForSelector(selector);
    }

    private static String path(Visitor visitor) {
        return visitor.page().url().replaceAll("^https?://[^/]*|[?].*$", "");
    }
}

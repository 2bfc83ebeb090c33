package org.gridtorrent.ccm.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A data set's life, as its owner and others see it in their browsers. */
@EnabledIf("org.gridtorrent.ccm.browser.Chromium#isInstalled")
class DataFlowsTest {
    @TempDir
    Path folder;
    private BrowserSession crowd;
    private Visitor owner;
    private Visitor reader;
    private Enrolled workstation;

    @BeforeEach
    void open() throws Exception {
        crowd = new BrowserSession(folder);
        owner = crowd.person("owner");
        reader = crowd.person("reader");
        workstation = crowd.site
                .machine(crowd.site.catalog.identity().accounts().findByName("owner")
                        .orElseThrow(), "workstation", "/data", "/data/run-17");
    }

    @AfterEach
    void close() throws Exception {
        crowd.close();
    }

    @Test
    void aDataSetIsPublishedFoundEditedRenewedAndWithdrawn() throws Exception {
        String first = publish("public");
        crowd.published(workstation.device().id(), files("a.h5", "b.h5"));
        // Of another subject, so that there is something to choose between.
        crowd.site.publish(
                crowd.site.catalog.identity().accounts().findByName("owner").orElseThrow(),
                workstation.device(), "Glacier law", "", Grants.EVERYONE);
        crowd.published(workstation.device().id(), files("law.txt"));
        reader.go("/");
        reader.page().fill("main [name=q]", "glacier");
        reader.press("main form[action='/search'] button");
        reader.press("nav a:has-text('Earth and environmental sciences')");
        String bookmark = reader.page().url();
        assertThat(bookmark).contains("q=glacier", "subject=earth");
        assertThat(reader.text()).contains("Run 17, glacier front").doesNotContain("Glacier law");
        owner.go(first + "/edit");
        owner.page().fill("#title", "Run 17, glacier front, calibrated");
        owner.press("main form .actions button");
        reader.page().navigate(bookmark);
        reader.press("main a:has-text('Run 17, glacier front, calibrated')");
        assertThat(reader.page().innerText("main h1")).contains("calibrated");
        owner.go(first + "/versions/new");
        owner.page().fill("#path", "/data/run-17");
        owner.page().fill("#changes", "Two more frames");
        tick();
        owner.press("main form .actions button");
        owner.turnAway();
        tick();
        String second = "/datasets/"
                + crowd.published(workstation.device().id(), files("a.h5", "c.h5")).id();
        reader.page().reload();
        reader.press("main a:has-text('A newer version')");
        assertThat(path(reader)).isEqualTo(second);
        reader.go(second + "/versions");
        assertThat(reader.text()).contains("Two more frames", "c.h5");
        owner.go(second + "/access");
        owner.page().click("section[aria-labelledby=withdraw] summary");
        owner.page().fill("#reason", "The calibration was wrong.");
        owner.press("section[aria-labelledby=withdraw] form button");
        assertThat(reader.go(second)).isEqualTo(410);
        assertThat(reader.text()).contains("The calibration was wrong.");
        assertThat(reader.go(first)).isEqualTo(200);
    }

    /** Any link to it, from this page or another of the site. */
    @Test
    void dataSetDraggedOntoAMachine_isGotThere() throws Exception {
        publish("public");
        String id = crowd.published(workstation.device().id(), files("a.h5")).id();
        Account person = crowd.site.catalog.identity().accounts().findByName("reader")
                .orElseThrow();
        crowd.site.machine(person, "desk");
        var laptop = crowd.site.machine(person, "laptop");
        reader.go("/");
        reader.afterLoading(() -> reader.page().dragAndDrop("main a.title",
                ".drops li:has-text('laptop')"));
        assertThat(path(reader)).isEqualTo("/datasets/" + id);
        assertThat(reader.text()).contains("has started. Its progress is under Transfers");
        assertThat(crowd.site.catalog.work().tasks().of(person.id(), id)).singleElement()
                .satisfies(task -> assertThat(task.deviceId()).isEqualTo(laptop.device().id()));
        assertThat(reader.page().getAttribute("main a:has-text('Open on this computer')", "href"))
                .matches("gridjet://[^/]+/" + id + "/");
        reader.go("/");
        reader.page().dragAndDrop("header a[href='/search']", ".drops li:has-text('desk')");
        assertThat(path(reader)).isEqualTo("/");
        assertThat(reader.complaints()).isEmpty();
    }

    @Test
    void whatIsTyped_isThereWhenTheBrowserComesBack() {
        owner.go("/publish");
        owner.page().locator("#title").pressSequentially("Half a title");
        owner.page().waitForSelector("text=Draft saved");
        owner.go("/my-data");
        owner.press("main a:has-text('Half a title')");
        assertThat(owner.page().inputValue("#title")).isEqualTo("Half a title");
        assertThat(owner.complaints()).isEmpty();
    }

    @Test
    void backFromWhatWasReviewed_isNeverAPageThatTheBrowserAsksAbout() {
        fillAndReview("public");
        owner.press("header a[href='/search']");
        owner.afterLoading(() -> owner.page().goBack());
        assertThat(owner.text()).contains("Nothing has been published yet",
                "Run 17, glacier front");
        owner.press("main button[value=publish]");
        String made = path(owner);
        owner.turnAway();
        owner.afterLoading(() -> owner.page().goBack());
        owner.afterLoading(() -> owner.page().goBack());
        assertThat(path(owner)).isEqualTo(made);
        assertThat(
                crowd.site.catalog.datasets().contents().ownedBy(crowd.id("owner"), 0, 9).items())
                .hasSize(1);
    }

    @Test
    void accessIsGivenAndTaken_whileTheOtherLooks() throws Exception {
        String page = publish("user");
        crowd.published(workstation.device().id(), files("a.h5"));
        var stranger = crowd.person("stranger");
        crowd.site.machine(
                crowd.site.catalog.identity().accounts().findByName("reader").orElseThrow(),
                "laptop");
        assertThat(reader.go(page)).isEqualTo(200);
        assertThat(stranger.go(page)).isEqualTo(404);
        owner.go(page + "/access");
        owner.page().uncheck("input[name=users][value=reader]");
        owner.page().fill("#find", "stranger");
        owner.page().check("input[name=users][value=stranger]");
        owner.press("main form[action='" + page + "/access'] .actions button");
        reader.press("main form[action='" + page + "/get'] button");
        assertThat(reader.text()).contains("Page not found");
        assertThat(crowd.site.catalog.work().tasks().of(crowd.id("reader"), 10)).isEmpty();
        assertThat(stranger.go(page)).isEqualTo(200);
        stranger.go("/search?q=glacier");
        assertThat(stranger.text()).contains("Run 17, glacier front");
    }

    @Test
    void aTransferIsFollowedWithoutLoadingThePage() throws Exception {
        String page = publish("public");
        crowd.published(workstation.device().id(), files("a.h5"));
        Enrolled laptop = crowd.site.machine(
                crowd.site.catalog.identity().accounts().findByName("reader").orElseThrow(),
                "laptop");
        reader.go(page);
        reader.press("main form[action='" + page + "/get'] button");
        assertThat(reader.text()).contains("has started. Its progress is under Transfers");
        Task get = crowd.site.catalog.work().assignments().of(laptop.device().id()).getFirst();
        crowd.site.catalog.work().assignments().report(laptop.device().id(), get.id(),
                new Task.Report(
                        Task.State.RUNNING, 420, 1000, 100, 2, "Receiving from 2 machines"));
        reader.page().waitForSelector("text=42 %",
                new Page.WaitForSelectorOptions().setTimeout(10_000));
        reader.pressButton("Cancel Run 17, glacier front");
        assertThat(reader.text()).contains("The transfer is cancelled.");
    }

    @Test
    void aTransferWhoseAccessEnds_saysSoInPlace() throws Exception {
        String page = publish("public");
        String id = crowd.published(workstation.device().id(), files("a.h5")).id();
        crowd.site.machine(
                crowd.site.catalog.identity().accounts().findByName("reader").orElseThrow(),
                "laptop");
        reader.go(page);
        reader.press("main form[action='" + page + "/get'] button");
        crowd.site.catalog.access().grants().replace(crowd.id("owner"), id,
                Grants.accounts(List.of(crowd.id("owner"))));
        reader.page().waitForSelector("text=Your access to this data set has ended.");
        assertThat(reader.text()).contains("Run 17, glacier front").doesNotContain("Cancel");
        assertThat(path(reader)).isEqualTo(page);
        assertThat(reader.complaints()).isEmpty();
    }

    @Test
    void citation_isCopiedByItsButton() throws Exception {
        String page = publish("public");
        crowd.published(workstation.device().id(), files("a.h5"));
        reader.page().context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        reader.go(page);
        reader.page().click("button[data-copy=citation]");
        reader.page().waitForSelector("text=Copied");
        assertThat(reader.page().evaluate("navigator.clipboard.readText()"))
                .isEqualTo(reader.page().textContent("#citation"));
        assertThat(reader.complaints()).isEmpty();
    }

    @Test
    void aSingleFileIsKept() throws Exception {
        String page = publish("public");
        crowd.published(workstation.device().id(), files("a.h5", "b.h5"));
        reader.go(page + "/files");
        Download file = reader.page()
                .waitForDownload(() -> reader.page().click("main a:has-text('b.h5')"));
        assertThat(file.suggestedFilename()).isEqualTo("b.h5");
        assertThat(file.path()).hasContent("bytes of b.h5");
        assertThat(path(reader)).isEqualTo(page + "/files");
    }

    private String publish(String access) {
        fillAndReview(access);
        owner.press("main button[value=publish]");
        assertThat(owner.text()).contains("has started. Its progress is under Transfers");
        String page = path(owner);
        owner.turnAway();
        return page;
    }

    private void fillAndReview(String access) {
        owner.go("/publish");
        owner.page().fill("#title", "Run 17, glacier front");
        owner.page().click("details.fold summary");
        owner.page().selectOption("#subject", "earth");
        owner.page().fill("#keywords", "ice, front");
        owner.page().selectOption("#licence", "CC-BY-4.0");
        owner.page().check("input[name=folder][value='/data/run-17']");
        owner.page().check("input[name=access][value=" + access + "]");
        if (access.equals("user")) {
            owner.page().locator("#find").pressSequentially("read");
            owner.page().check("input[name=users][value=reader]");
        }
        owner.press("main form[action='/publish'] > .actions button");
    }

    private void tick() {
        crowd.site.clock.set(crowd.site.clock.instant().plus(Duration.ofMinutes(1)));
    }

    private static String path(Visitor visitor) {
        return visitor.page().url().replaceAll("^https?://[^/]*|[?].*$", "");
    }

    private Path files(String... names) throws Exception {
        Path source = Files.createDirectories(folder.resolve(String.join("-", names))
                .resolve("run-17"));
        for (String name : names) {
            Files.writeString(source.resolve(name), "bytes of " + name);
        }
        return source;
    }
}

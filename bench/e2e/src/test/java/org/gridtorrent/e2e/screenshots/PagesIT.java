package org.gridtorrent.e2e.screenshots;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.e2e.Actor;
import org.gridtorrent.e2e.SampleData;
import org.gridtorrent.e2e.Stage;
import org.gridtorrent.e2e.Transfer;
import org.gridtorrent.e2e.pages.Person;
import org.gridtorrent.e2e.process.Programs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Every page of a site in use, wide and narrow, in {@code target/screenshots}. */
class PagesIT {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final int HEIGHT = 900;
    private static final int[] WIDTHS = {1280, 390};

    /** Who is there, and a transfer to the member that lasts a while. */
    private record Scene(Actor publisher, Transfer transfer) {}

    @Test
    @EnabledIf("chromiumIsThere")
    void everyPageHasItsPicture() throws IOException {
        try (var stage = Stage.open(PagesIT.class)) {
            var scene = furnish(stage);
            try (var playwright = Playwright.create(withoutDownload());
                    var browser = launch(playwright)) {
                for (int width : WIDTHS) {
                    photographTransfer(stage, browser, width);
                }
                scene.transfer().awaitDone(Duration.ofMinutes(2), _ -> {});
                var pages = pages(scene.publisher());
                for (int width : WIDTHS) {
                    photograph(stage, browser, width, pages);
                    photographCopies(stage, browser, width, scene.publisher().person());
                    photographEmptyPages(stage, browser, width);
                }
            }
        }
    }

    static boolean chromiumIsThere() {
        return Files.isExecutable(CHROMIUM);
    }

    private static Playwright.CreateOptions withoutDownload() {
        return new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
    }

    private static Browser launch(Playwright playwright) {
        return playwright.chromium()
                .launch(new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM)
                        .setChromiumSandbox(!System.getProperty("user.name").equals("root")));
    }

    /** Enough of everything that no page is empty. */
    private static Scene furnish(Stage stage) throws IOException {
        var publisher = stage.actor("publisher", Optional.of("200kB"));
        var member = stage.actor("member");
        var stranger = stage.actor("stranger");
        var group = stage.group(publisher, member);
        stranger.person().askToJoin(group);
        Person.register(stage.site.pages(), "newcomer");
        var data = stage.shelf.resolve("run-17");
        SampleData.fill(data, 8_000_000, 20260104);
        var id = stage.publish(publisher, data, "Run 17, calibrated") + "/copies";
        var alone = stage.shelf.resolve("run-18");
        SampleData.fill(alone, 1_000_000, 20260105);
        stage.publish(publisher, alone, "Run 18, raw");
        return new Scene(publisher, member.get(id));
    }

    private static Map<String, String> pages(Actor actor) {
        var pages = new LinkedHashMap<String, String>();
        pages.put("home", "/");
        pages.put("search", "/search?q=calibrated");
        var dataset = "/datasets/" + actor.person().find("calibrated", "Run 17, calibrated");
        pages.put("dataset", dataset);
        for (var tab : new String[]{"files", "metadata", "copies", "access"}) {
            pages.put("dataset-" + tab, dataset + "/" + tab);
        }
        pages.put("edit", dataset + "/edit");
        pages.put("search-narrowed", "/search?access=group&health=one");
        pages.put("search-nothing", "/search?q=calibrated&subject=law");
        pages.put("publish", "/publish");
        pages.put("my-data", "/my-data");
        pages.put("transfers", "/transfers");
        pages.put("machines", "/machines");
        pages.put("groups", "/groups");
        pages.put("group", actor.person().groupPath(Stage.GROUP));
        pages.put("group-new", "/groups/new");
        pages.put("buddies", "/buddies");
        pages.put("inbox", "/inbox");
        pages.put("account", "/account");
        pages.put("not-found", "/datasets/aaaaaaaaaaaaaaaa");
        return pages;
    }

    private static void photograph(Stage stage, Browser browser, int width,
            Map<String, String> pages) {
        try (var context = context(stage, browser, width)) {
            var page = context.newPage();
            for (var path : new String[]{"/", "/login", "/register"}) {
                picture(page, path, "anonymous" + path.replace('/', '-'), width);
            }
            logIn(page, "publisher", "no password of theirs");
            shoot(page, "login-refused", width);
            logIn(page, "publisher", Person.password("publisher"));
            pages.forEach((name, path) -> picture(page, path, name, width));
            page.navigate("/publish");
            page.click("main form[action='/publish'] .actions button[type=submit]");
            shoot(page, "publish-refused", width);
            page.navigate("/machines");
            page.click("main form[action='/machines'] button");
            shoot(page, "machines-code", width);
            page.navigate("/account");
            page.fill("#orcid", "0000-0002-1825-0098");
            page.click("main form[action='/account/profile'] button");
            shoot(page, "account-refused", width);
            page.fill("#tokenName", "Nightly report");
            page.click("main form[action='/account/tokens'] button");
            shoot(page, "account-token", width);
        }
    }

    /** The card about copies: no rule and its form, a rule refused, held, not held; a last copy. */
    private static void photographCopies(Stage stage, Browser browser, int width, Person owner) {
        var kept = "/datasets/" + owner.find("calibrated", "Run 17, calibrated");
        var alone = "/datasets/" + owner.find("raw", "Run 18, raw") + "/copies";
        try (var context = context(stage, browser, width)) {
            var page = context.newPage();
            logIn(page, "publisher", Person.password("publisher"));
            picture(page, alone, "copies-last", width);
            page.navigate(kept);
            page.click("details.more summary");
            shoot(page, "copies-form", width);
            setRule(page, kept, "1", "2");
            shoot(page, "copies-refused", width);
            setRule(page, kept, "2", "0");
            shoot(page, "copies-held", width);
            setRule(page, kept, "4", "1");
            shoot(page, "copies-not-held", width);
            page.click("details.more summary");
            page.click("details.more button[value=none]");
        }
        try (var context = context(stage, browser, width)) {
            var page = context.newPage();
            logIn(page, "member", Person.password("member"));
            picture(page, kept, "copies-of-another", width);
        }
    }

    private static void setRule(Page page, String dataset, String copies, String alwaysOn) {
        page.navigate(dataset);
        page.click("details.more summary");
        page.fill("#copies-number", copies);
        page.fill("#copies-always", alwaysOn);
        page.click("details.more button[type=submit] >> nth=0");
    }

    /** What the member sees while it comes in. */
    private static void photographTransfer(Stage stage, Browser browser, int width) {
        try (var context = context(stage, browser, width)) {
            var page = context.newPage();
            logIn(page, "member", Person.password("member"));
            page.navigate("/transfers");
            page.waitForSelector("progress, [role=progressbar]");
            shoot(page, "transfers-live", width);
        }
    }

    /** What somebody sees who has nothing yet. */
    private static void photographEmptyPages(Stage stage, Browser browser, int width) {
        try (var context = context(stage, browser, width)) {
            var page = context.newPage();
            logIn(page, "newcomer", Person.password("newcomer"));
            for (var name : new String[]{"search", "publish", "my-data", "transfers", "machines",
                "groups", "buddies", "inbox"}) {
                picture(page, "/" + name, "empty-" + name, width);
            }
        }
    }

    private static BrowserContext context(Stage stage, Browser browser, int width) {
        return browser.newContext(new Browser.NewContextOptions().setViewportSize(width, HEIGHT)
                .setBaseURL(stage.site.pages().toString()));
    }

    private static void logIn(Page page, String name, String password) {
        page.navigate("/login");
        page.fill("main [name=name]", name);
        page.fill("main [name=password]", password);
        page.click("main form[action='/login'] button");
    }

    private static void picture(Page page, String path, String name, int width) {
        page.navigate(path);
        shoot(page, name, width);
    }

    private static void shoot(Page page, String name, int width) {
        page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(Programs.root()
                .resolve("bench/e2e/target/screenshots/%s-%d.png"
                        .formatted(name.replaceAll("-$", ""), width))));
        var scrollWidth = (Number) page.evaluate("document.documentElement.scrollWidth");
        assertThat(scrollWidth.intValue()).as(name + " fits " + width).isLessThanOrEqualTo(width);
    }
}

package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.JSHandle;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.gridtorrent.ccm.browser.Visitor;
import org.gridtorrent.e2e.pages.Person;
import org.gridtorrent.e2e.process.Polling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** A data set's link in a browser, by the gateway of the daemon on the same machine. */
@EnabledIf("org.gridtorrent.ccm.browser.Chromium#isInstalled")
class GatewayIT {
    private static final int SECONDS_OF_SOUND = 400;
    private static final int BYTES_PER_SECOND = 96_000;
    private static final String PLAYER = "document.querySelector('video').";

    private static Stage stage;
    private static Actor owner;
    private static Visitor visitor;
    private static String datasetId;

    @BeforeAll
    static void publish() throws IOException {
        stage = Stage.open(GatewayIT.class);
        owner = stage.actor("owner");
        Path data = Files.createDirectories(stage.shelf.resolve("readings/a & b"));
        Files.writeString(data.resolve("deep.txt"), "deep down");
        Path top = stage.shelf.resolve("readings");
        Files.writeString(top.resolve("report.html"), "<link rel=stylesheet href=look.css>"
                + "<h1>Report</h1><script>document.title = 'ran'</script>");
        Files.writeString(top.resolve("look.css"), "h1 { color: rgb(1, 2, 3) }");
        writeSilence(top.resolve("sound.wav"));
        stage.group(owner);
        datasetId = stage.publish(owner, top, "Readings");
        visitor = Visitor.at(stage.site.pages())
                .loggedInAs(owner.person().name(), Person.password(owner.person().name()));
    }

    /** 16 bits at 48 kHz; its samples are a hole. */
    private static void writeSilence(Path file) throws IOException {
        int bytes = SECONDS_OF_SOUND * BYTES_PER_SECOND;
        ByteBuffer head = ByteBuffer.allocate(44).order(ByteOrder.LITTLE_ENDIAN);
        head.put(ascii("RIFF")).putInt(36 + bytes).put(ascii("WAVEfmt ")).putInt(16)
                .putShort((short) 1).putShort((short) 1).putInt(48_000).putInt(BYTES_PER_SECOND)
                .putShort((short) 2).putShort((short) 16).put(ascii("data")).putInt(bytes);
        try (var out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write(head.array());
            out.setLength(44L + bytes);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @AfterAll
    static void end() {
        visitor.close();
        stage.close();
    }

    /** The link as the data set's page has it, with something behind it. */
    private static String link(String path) {
        visitor.go("/datasets/" + datasetId);
        return visitor.page().getAttribute("main a[href^='gridjet:']", "href") + path;
    }

    private static URI opened(String path) {
        return URI.create(owner.machine().query("open", link(path), "--print").path("address")
                .asText());
    }

    private static Page opened(Visitor reader, String path) {
        assertThat(reader.go(opened(path).toString())).isEqualTo(200);
        return reader.page();
    }

    @Test
    void link_leadsToTheGatewaysPages() {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            int width = scheme == ColorScheme.LIGHT ? 1280 : 390;
            try (Visitor reader = Visitor.of(new Browser.NewContextOptions()
                    .setColorScheme(scheme).setViewportSize(width, 800))) {
                Page page = opened(reader, "");
                assertThat(page.url()).matches("http://ds-" + datasetId + "\\.localhost:\\d+/");
                assertThat(reader.text()).contains("a & b/", "report.html", "sound.wav");
                assertThat(page.evaluate("document.documentElement.scrollWidth"))
                        .isEqualTo(width);
                page.click("a:has-text('a & b/')");
                page.click("a:has-text('deep.txt')");
                assertThat(page.innerText("body")).isEqualTo("deep down");
                assertThat(reader.go(page.url().replaceFirst("a%20.*", "nothing")))
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void pageOfADataset_hasItsLookAndRunsNoScript() {
        try (Visitor reader = Visitor.at(stage.site.pages())) {
            Page page = opened(reader, "report.html");
            assertThat(page.title()).isNotEqualTo("ran");
            assertThat(page.evaluate("getComputedStyle(document.querySelector('h1')).color"))
                    .isEqualTo("rgb(1, 2, 3)");
        }
    }

    @Test
    void mediaPlayer_seeksByRanges() {
        try (Visitor reader = Visitor.at(stage.site.pages())) {
            var ranges = new CopyOnWriteArrayList<String>();
            reader.page().onResponse(answer -> ranges.add(
                    answer.status() + " " + answer.headers().get("content-range")));
            Page page = opened(reader, "sound.wav");
            await(page, "readyState > 0");
            page.evaluate(PLAYER + "currentTime = 390");
            await(page, "seeking === false");
            await(page, "readyState > 1");
            assertThat(page.evaluate(PLAYER + "currentTime")).isEqualTo(390);
            assertThat(ranges).anyMatch(range -> range.startsWith("206 bytes 3"));
        }
    }

    /** Asked from outside: the page itself runs no script that could wait. */
    private static void await(Page page, String condition) {
        Polling.answered("a player with " + condition, Duration.ofSeconds(20),
                () -> Optional.of(true)
                        .filter(_ -> page.evaluate(PLAYER + condition).equals(true)));
    }

    @Test
    void droppedAndChosenFiles_comeIntoADraft() throws IOException {
        Path drafts = owner.machine().home().resolve("drafts");
        Path draft = Files.createDirectories(drafts.resolve("run 18"));
        Path notes = Files.writeString(stage.shelf.resolve("notes & more.txt"), "chosen");
        URI address = URI.create(owner.machine().query("draft", "open", "--print").path("address")
                .asText());
        try (Visitor reader = Visitor.at(stage.site.pages())) {
            assertThat(reader.go(address.toString())).isEqualTo(200);
            Page page = reader.page();
            reader.press("a:has-text('run 18/')");
            JSHandle dropped = page.evaluateHandle("() => { const all = new DataTransfer();"
                    + " all.items.add(new File(['dropped'], 'readings.csv')); return all; }");
            reader.afterLoading(() -> page.dispatchEvent("#drop", "drop",
                    Map.of("dataTransfer", dropped)));
            reader.afterLoading(() -> page.setInputFiles("input[type=file]", notes));
            assertThat(reader.text()).contains("readings.csv", "notes & more.txt",
                    "gridtorrent draft publish 'run 18'");
            page.screenshot(new Page.ScreenshotOptions()
                    .setPath(stage.shelf.resolveSibling("draft.png"))
                    .setClip(0, 0, 1280, 520));
            assertThat(reader.complaints()).isEmpty();
            page.setInputFiles("input[type=file]", notes);
            page.waitForSelector(".failed:has-text('has a file of this name')");
        }
        assertThat(draft.resolve("readings.csv")).hasContent("dropped");
        assertThat(draft.resolve("notes & more.txt")).hasContent("chosen");
    }

    @Test
    void anotherHost_isRefused() {
        URI address = opened("");
        try (Visitor reader = Visitor.at(stage.site.pages())) {
            for (String host : List.of("localhost", "127.0.0.1", "ds-other.localhost")) {
                assertThat(reader.go("http://" + host + ":" + address.getPort() + "/"))
                        .isEqualTo(403);
            }
        }
    }
}

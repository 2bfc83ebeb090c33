package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetTabsTest {
    private static final URI ANNOUNCE = URI.create("http://192.0.2.1:6969/announce");
    private static final URI OVER_UDP = URI.create("udp://192.0.2.1:6969/announce");
    private static final Pattern JSON_LD = Pattern
            .compile("<script type=\"application/ld\\+json\">(.*?)</script>");

    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Enrolled workstation;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        start(Optional.empty());
    }

    private void reopenToTheWorld() throws Exception {
        site.close();
        start(Optional.of(ANNOUNCE));
    }

    private void start(Optional<URI> announce) throws Exception {
        site = new TestSite(folder.resolve("site"), 0, "A laboratory", announce);
        publisher = site.account("publisher");
        workstation = site.machine(publisher, "workstation", "/data");
        browser = site.loggedIn("publisher");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void everyTab_isAPageOfItsOwnBeforeAndAfterPublishing() throws Exception {
        Task task = site.publish(publisher, workstation.device(), "Frames", "",
                Grants.EVERYONE);
        String page = "/datasets/" + task.contentId();
        for (String tab : List.of("", "/files", "/metadata", "/copies", "/access")) {
            assertThat(browser.page(page + tab)).as(tab).contains("<h1>Frames</h1>",
                    "href=\"" + page + tab + "\" aria-current=\"page\"");
        }
        assertThat(browser.page(page + "/files")).contains("The file list is not available yet");
        assertThat(browser.get(page + "/cite/ris").statusCode()).isEqualTo(404);
        assertThat(browser.get(page + "/torrent").statusCode()).isEqualTo(404);
        site.register(task, source());
        for (String tab : List.of("", "/files", "/metadata", "/copies", "/access")) {
            assertThat(browser.page(page + tab)).as(tab).contains(
                    "href=\"" + page + tab + "\" aria-current=\"page\"");
        }
    }

    @Test
    void files_areATreeThatOneWalksAndSearches() throws Exception {
        String page = "/datasets/" + published(Grants.EVERYONE).id() + "/files";
        assertThat(browser.page(page)).containsSubsequence("href=\"" + page + "?in=deep+%26+wide",
                "3 files", "notes.txt").doesNotContain("frame 1.h5");
        assertThat(browser.page(page + "?in=deep+%26+wide")).containsSubsequence(
                "href=\"" + page + "\">source</a>", "deep &amp; wide</a>",
                "?in=deep+%26+wide%2Fsub", "frame 1.h5");
        assertThat(browser.page(page + "?q=FRAME")).contains("3 files found",
                "deep &amp; wide/sub/frame 3.h5").doesNotContain("notes.txt");
        assertThat(browser.page(page + "?q=nothing")).contains("No file name contains “nothing”");
        assertThat(browser.get(page + "?in=no/such").statusCode()).isEqualTo(404);
    }

    @Test
    void aStranger_isShownNoTabOfWhatIsNotHis() throws Exception {
        Content content = published(Grants.accounts(List.of(publisher.id())));
        site.account("stranger");
        Browser other = site.loggedIn("stranger");
        for (String tab : List.of("", "/files", "/metadata", "/copies", "/access", "/torrent",
                "/cite/bibtex", "/cite/datacite-xml")) {
            HttpResponse<String> hidden = other.get("/datasets/" + content.id() + tab);
            assertThat(hidden.statusCode()).as(tab).isEqualTo(404);
            assertThat(hidden.body()).isEqualTo(other.get("/datasets/none" + tab).body());
        }
    }

    @Test
    void citation_isShownAndGivenToPrograms() throws Exception {
        Content content = published(Grants.EVERYONE);
        String page = "/datasets/" + content.id();
        String shown = browser.page(page);
        assertThat(shown).contains("The publisher (2026): Frames. A laboratory. Data set. "
                + site.url + page);
        Matcher jsonLd = JSON_LD.matcher(shown);
        assertThat(jsonLd.find()).isTrue();
        assertThat(browser.page(page + "/cite/schema-org")).isEqualTo(jsonLd.group(1))
                .contains("urn:btih:" + content.infoHash().orElseThrow());
        HttpResponse<String> bibtex = browser.get(page + "/cite/bibtex");
        assertThat(bibtex.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"" + content.id() + ".bib\"");
        assertThat(bibtex.body()).contains("title = {{Frames}}");
        assertThat(browser.page(page + "/cite/ris")).startsWith("TY  - DATA\r\n");
        assertThat(browser.page(page + "/cite/datacite-json")).contains("\"title\":\"Frames\"");
        String xml = browser.page(page + "/cite/datacite-xml");
        assertThat(DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement().getNodeName()).isEqualTo("resource");
        assertThat(browser.get(page + "/cite/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void whereTheSiteIsOpen_whatIsEverybodysIsSaidToBeStrangersToo() throws Exception {
        String closed = "/datasets/" + published(Grants.EVERYONE).id();
        for (String page : List.of("/publish", closed, closed + "/access", "/report", "/my-data")) {
            assertThat(browser.page(page)).as(page).doesNotContain("also without an account");
        }
        site.account("reader");
        assertThat(site.loggedIn("reader").page(closed + "/access"))
                .contains("Everyone with an account on this site");
        reopenToTheWorld();
        String open = "/datasets/" + published(Grants.EVERYONE).id();
        for (String page : List.of("/publish", open, open + "/access", "/report", "/my-data")) {
            assertThat(browser.page(page)).as(page).contains("also without an account")
                    .doesNotContain("Everyone on this site", "Everyone with an account");
        }
        site.account("reader");
        assertThat(site.loggedIn("reader").page(open + "/access"))
                .contains("Everyone, also without an account");
    }

    @Test
    void torrent_namesTheTrackerOnlyWhereTheSiteIsOpen() throws Exception {
        Content content = published(Grants.EVERYONE);
        Metainfo closed = torrent(content);
        assertThat(closed.announceTiers()).isEmpty();
        assertThat(closed.infoHash().hex()).isEqualTo(content.infoHash().orElseThrow());
        assertThat(browser.page("/datasets/" + content.id()))
                .contains("does not admit other clients")
                .doesNotContain("magnet:");
        reopenToTheWorld();
        Content open = published(Grants.EVERYONE);
        assertThat(torrent(open).announceTiers()).containsExactly(List.of(ANNOUNCE),
                List.of(OVER_UDP));
        assertThat(torrent(open).infoHash().hex()).isEqualTo(open.infoHash().orElseThrow());
    }

    @Test
    void torrent_isThereForWhatIsPublicAlone() throws Exception {
        reopenToTheWorld();
        Content content = published(Grants.accounts(List.of(publisher.id())));
        assertThat(browser.page("/datasets/" + content.id())).doesNotContain("/torrent");
        assertThat(browser.get("/datasets/" + content.id() + "/torrent").statusCode())
                .isEqualTo(404);
        assertThat(site.browser().get("/datasets/" + content.id() + "/torrent").statusCode())
                .isEqualTo(303);
    }

    @Test
    void magnetLink_isGivenWhereTheSiteIsOpen() throws Exception {
        reopenToTheWorld();
        Content content = published(Grants.EVERYONE);
        Metainfo metainfo = torrent(content);
        Matcher link = Pattern.compile("href=\"(magnet:[^\"]+)\"")
                .matcher(browser.page("/datasets/" + content.id()));
        assertThat(link.find()).isTrue();
        MagnetLink magnet = MagnetLink.parse(link.group(1).replace("&amp;", "&"));
        assertThat(magnet.infoHash()).isEqualTo(metainfo.infoHash());
        assertThat(magnet.trackers()).containsExactly(ANNOUNCE, OVER_UDP);
    }

    private Metainfo torrent(Content content) throws Exception {
        return Metainfo.parse(browser.bytes("/datasets/" + content.id() + "/torrent"));
    }

    private Content published(Grants grants) throws Exception {
        Task task = site.publish(publisher, workstation.device(), "Frames", "", grants);
        return site.register(task, source());
    }

    private Path source() throws Exception {
        Path source = folder.resolve("source");
        Path deep = source.resolve("deep & wide");
        Path sub = Files.createDirectories(deep.resolve("sub"));
        Files.writeString(source.resolve("notes.txt"), "some words");
        Files.writeString(deep.resolve("frame 1.h5"), "some bytes");
        Files.writeString(deep.resolve("frame 2.h5"), "other bytes");
        Files.writeString(sub.resolve("frame 3.h5"), "more bytes");
        return source;
    }
}

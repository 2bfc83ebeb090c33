package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody sees of data sets who is not logged in. */
class OpenSitePagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Device machine;
    private Browser stranger;
    private int published;

    @BeforeEach
    void open() throws Exception {
        start(Optional.of(URI.create("http://192.0.2.1:6969/announce")));
    }

    private void start(Optional<URI> announce) throws Exception {
        site = new TestSite(folder.resolve("site"), 0, "A laboratory", announce);
        publisher = site.account("publisher");
        machine = site.machine(publisher, "workstation", "/data").device();
        stranger = site.browser();
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void whatIsPublic_isSeenWithoutALogin_andNothingIsOffered_thatNeedsOne() throws Exception {
        Content content = published(Grants.EVERYONE);
        String page = "/datasets/" + content.id();
        assertThat(stranger.page(page)).contains("<h1>Frames</h1>", "The publisher (2026): Frames",
                "application/ld+json", "urn:btih:" + content.infoHash().orElseThrow(),
                page + "/torrent", "magnet:?xt", "1 file",
                "href=\"/login?next=%2Fdatasets%2F" + content.id())
                .doesNotContain(page + "/get", page + "/files", "/subscribe", "workstation");
        assertThat(Metainfo.parse(stranger.bytes(page + "/torrent")).infoHash().hex())
                .isEqualTo(content.infoHash().orElseThrow());
        assertThat(stranger.page(page + "/cite/bibtex")).contains("title = {{Frames}}");
        assertThat(stranger.get(page + "/cite/none").statusCode()).isEqualTo(303);
        for (String tab : List.of("/files", "/metadata", "/versions", "/copies", "/access",
                "/file?path=frames.h5")) {
            assertThat(stranger.get(page + tab).statusCode()).as(tab).isEqualTo(303);
        }
        assertThat(site.loggedIn("publisher").page(page)).contains(page + "/files");
    }

    @Test
    void whatIsNotPublic_leadsToTheLogin_asIfItWereNot() throws Exception {
        Content grouped = published(Grants.groups(
                List.of(site.group(publisher, "Beam line").id())));
        Content named = published(Grants.accounts(List.of(publisher.id())));
        String preparing = site.publish(publisher, machine, "Later", "", Grants.EVERYONE)
                .contentId();
        Content withdrawn = published(Grants.accounts(List.of(publisher.id())));
        withdraw(withdrawn);
        for (String id : List.of(grouped.id(), named.id(), preparing, withdrawn.id(), "no id!",
                "aaaaaaaaaaaaaaaa")) {
            leadsToTheLogin(id.replace(" ", "%20"));
        }
    }

    @Test
    void aClosedSite_showsStrangersNothing() throws Exception {
        site.close();
        start(Optional.empty());
        Content content = published(Grants.EVERYONE);
        Content withdrawn = published(Grants.EVERYONE);
        withdraw(withdrawn);
        for (String id : List.of(content.id(), withdrawn.id(), "aaaaaaaaaaaaaaaa")) {
            leadsToTheLogin(id);
        }
    }

    @Test
    void theTombstoneOfWhatWasPublic_isSeenWithoutALogin() throws Exception {
        Content content = published(Grants.EVERYONE);
        withdraw(content);
        HttpResponse<String> stone = stranger.get("/datasets/" + content.id());
        assertThat(stone.statusCode()).isEqualTo(410);
        assertThat(stone.body()).contains("Frames", "Wrong calibration");
        assertThat(stranger.get("/datasets/" + content.id() + "/torrent").statusCode())
                .isEqualTo(303);
    }

    @Test
    void aVersionThatIsNotPublic_isNotTold() throws Exception {
        Content first = published(Grants.EVERYONE);
        Task task = site.catalog.datasets().versionPublishing()
                .prepare(publisher.id(), first.id(), machine.id(),
                        "/data/next")
                .orElseThrow().task();
        Content second = site.register(task, Files.writeString(folder.resolve("next"), "next"));
        assertThat(stranger.page("/datasets/" + first.id())).contains(second.id());
        assertThat(stranger.page("/datasets/" + second.id())).contains(first.id());
        site.catalog.access().grants().replace(publisher.id(), first.id(),
                Grants.accounts(List.of(publisher.id())));
        assertThat(stranger.page("/datasets/" + second.id())).doesNotContain(first.id());
        leadsToTheLogin(first.id());
    }

    private void leadsToTheLogin(String id) throws Exception {
        for (String below : List.of("", "/torrent", "/cite/ris")) {
            HttpResponse<String> answer = stranger.get("/datasets/" + id + below);
            assertThat(answer.statusCode()).as(id + below).isEqualTo(303);
            assertThat(answer.headers().firstValue("Location").orElseThrow())
                    .startsWith("/login?next=%2Fdatasets%2F");
            assertThat(answer.body()).isEmpty();
        }
    }

    private void withdraw(Content content) {
        site.catalog.datasets().withdrawals().withdraw(publisher.id(), content.id(),
                "Wrong calibration");
    }

    private Content published(Grants grants) throws Exception {
        Path source = Files.createDirectories(folder.resolve("source-" + published++));
        Files.writeString(source.resolve("frames.h5"), "frames " + published);
        return site.register(site.publish(publisher, machine, "Frames", "", grants), source);
    }
}

package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WithdrawPagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account guest;
    private Content content;
    private String page;
    private Browser owner;
    private Browser reader;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        Account publisher = site.account("publisher");
        guest = site.account("guest");
        site.account("stranger");
        Enrolled workstation = site.machine(publisher, "workstation", "/data");
        Path source = Files.createDirectories(folder.resolve("source"));
        Files.writeString(source.resolve("frame.h5"), "some bytes");
        Task task = site.publish(publisher, workstation.device(), "Frames", "",
                Grants.accounts(List.of(guest.id())));
        content = site.register(task, source);
        page = "/datasets/" + content.id();
        owner = site.loggedIn("publisher");
        reader = site.loggedIn("guest");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void withdrawn_becomesATombstoneForThoseWhoCouldSeeIt() throws Exception {
        assertThat(owner.page(page + "/access")).contains("Withdraw this data set");
        assertThat(owner.post(page + "/withdraw", "reason", " ").body())
                .contains("The reason");
        owner.post("/look", "language", "de");
        assertThat(owner.post(page + "/withdraw", "reason", " ").body())
                .contains("Der Grund fehlt.").doesNotContain("is missing");
        owner.post("/look", "language", "en");
        assertThat(owner.post(page + "/withdraw", "reason", "Wrong <b>calibration</b>")
                .headers().firstValue("Location")).contains(page);
        for (Browser one : List.of(owner, reader)) {
            HttpResponse<String> stone = one.get(page);
            assertThat(stone.statusCode()).isEqualTo(410);
            assertThat(stone.body()).contains("Show all data sets", "Go to the start page");
            assertThat(stone.body()).contains("Frames", "The publisher",
                    "Wrong &lt;b&gt;calibration&lt;/b&gt;", "1 March 2026, 10:00 UTC")
                    .doesNotContain("frame.h5");
            for (String tab : List.of("/files", "/metadata", "/copies", "/access",
                    "/cite/ris", "/edit")) {
                HttpResponse<String> gone = one.get(page + tab);
                assertThat(gone.statusCode()).as(tab).isEqualTo(410);
                assertThat(gone.body()).doesNotContain("frame.h5");
            }
            for (String form : List.of("/get", "/copies", "/edit", "/versions/new", "/withdraw")) {
                assertThat(one.post(page + form, "copies", "1").statusCode()).as(form)
                        .isEqualTo(410);
            }
            assertThat(one.page("/search?q=frames")).doesNotContain(page);
        }
        assertThat(owner.page("/my-data")).contains("You have not published anything yet",
                "<h2 id=\"withdrawn\">Withdrawn", "href=\"" + page + "\"",
                "Wrong &lt;b&gt;calibration&lt;/b&gt;");
        assertThat(owner.page("/my-data?page=2")).contains("There is no such page",
                "href=\"/my-data?page=1\"");
        assertThat(reader.page("/my-data")).doesNotContain("withdrawn", page);
        Browser stranger = site.loggedIn("stranger");
        assertThat(stranger.get(page).statusCode()).isEqualTo(404);
        assertThat(stranger.get(page).body()).isEqualTo(stranger.get("/datasets/none").body());
    }

    @Test
    void tombstoneOfAnOlderVersion_leadsToTheNext() throws Exception {
        Published next = site.catalog.datasets().versionPublishing()
                .prepare(content.ownerId(), content.id(),
                        site.catalog.machines().devices().of(content.ownerId()).getFirst().id(),
                        "/data/7")
                .orElseThrow();
        owner.post(page + "/withdraw", "reason", "Wrong calibration");
        String successor = "/datasets/" + next.content().id();
        assertThat(reader.get(page).body()).as("not published yet").doesNotContain(successor);
        Path source = Files.createDirectories(folder.resolve("next"));
        Files.writeString(source.resolve("frame.h5"), "other bytes");
        site.register(next.task(), source);
        for (Browser one : List.of(owner, reader)) {
            assertThat(one.get(page).body()).contains("href=\"" + successor + "\"",
                    "A newer version of this data set is available: version 2.");
        }
    }

    @Test
    void withdrawing_isTheOwnersAlone() throws Exception {
        assertThat(reader.page(page + "/access")).doesNotContain("Withdraw");
        assertThat(reader.post(page + "/withdraw", "reason", "Mine").statusCode())
                .isEqualTo(403);
        assertThat(reader.post(page + "/ends").statusCode()).isEqualTo(403);
        assertThat(reader.get(page + "/activity").statusCode()).isEqualTo(403);
        assertThat(reader.page(page)).contains("Frames").doesNotContain("/activity");
    }

    @Test
    void aRight_endsAfterItsLastDay() throws Exception {
        String field = "end-" + guest.id();
        assertThat(owner.page(page + "/access")).contains("name=\"" + field + "\"");
        assertThat(owner.post(page + "/ends", field, "tomorrow").body())
                .contains("a valid date");
        assertThat(owner.post(page + "/ends", field, "2026-02-01").body())
                .contains("in the future");
        assertThat(owner.post(page + "/ends", field, "2026-03-02").statusCode())
                .isEqualTo(303);
        assertThat(owner.page(page + "/access")).contains("value=\"2026-03-02\"");
        site.clock.set(site.clock.instant().plus(Duration.ofHours(37)));
        site.catalog.access().expiry().endDue();
        assertThat(reader.get(page).statusCode()).isEqualTo(200);
        site.clock.set(site.clock.instant().plus(Duration.ofHours(1)));
        site.catalog.access().expiry().endDue();
        assertThat(reader.get(page).statusCode()).isEqualTo(404);
        assertThat(owner.page(page + "/activity"))
                .containsSubsequence("The access of guest ended",
                        "The publisher published the data set");
    }

    @Test
    void activity_tellsWhoGotIt() throws Exception {
        Enrolled laptop = site.machine(guest, "laptop");
        Task get = site.catalog.work().tasks()
                .requestDownload(guest.id(), content.id(), laptop.device().id()).orElseThrow();
        site.catalog.work().assignments().report(laptop.device().id(), get.id(),
                new Task.Report(Task.State.DONE, 10, 10, 0, 0, "Done."));
        owner.page(page + "/access");
        owner.post(page + "/access", "access", "public");
        assertThat(owner.page(page + "/activity")).contains(
                "The guest downloaded the data set to laptop.",
                "The publisher changed the access: Everyone on this site.");
    }
}

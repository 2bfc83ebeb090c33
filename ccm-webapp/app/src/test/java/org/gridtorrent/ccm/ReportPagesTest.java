package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Account member;
    private Account guest;
    private Group group;
    private Device machine;
    private Content grouped;
    private Content named;
    private Browser owner;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("keys"));
        publisher = site.account("publisher");
        member = site.account("member");
        guest = site.account("guest");
        group = site.group(publisher, "Beam line", member);
        machine = site.machine(publisher, "source", "/data").device();
        grouped = published("Frames", Grants.groups(List.of(group.id())));
        named = published("=Spectra, \"raw\"", Grants.accounts(List.of(guest.id())));
        owner = site.loggedIn("publisher");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    private Content published(String title, Grants grants) throws Exception {
        Path file = Files.writeString(folder.resolve("file" + title.length()), title);
        return site.register(site.publish(publisher, machine, title, "", grants), file);
    }

    @Test
    void theReport_saysWhoCanSeeWhatAndWhy() throws Exception {
        var end = site.clock.instant().plus(Duration.ofDays(3));
        site.catalog.access().expiry().change(publisher.id(), named.id(),
                Map.of(guest.id(), Optional.of(end)));
        assertThat(owner.page("/my-data")).contains("href=\"/report\"");
        assertThat(owner.page("/report")).contains("Group Beam line", "2 people", "By name",
                "2026-03-04", "Frames", "href=\"/datasets/" + named.id() + "\"");
        assertThat(owner.page("/report?q=frames")).contains("Frames").doesNotContain("Spectra");
        assertThat(owner.page("/report?q=nothing+like+it"))
                .contains("No results for “nothing like it”.");
        assertThat(owner.page("/report/datasets/" + named.id())).contains("guest")
                .doesNotContain("Frames");
        assertThat(owner.page("/report/people")).contains("The guest", "The member", "1 data set")
                .contains("2 data sets");
        assertThat(owner.page("/report/people/" + member.id())).contains("Frames")
                .doesNotContain("Spectra");
    }

    @Test
    void othersSeeNothingOfIt() throws Exception {
        Browser other = site.loggedIn("guest");
        assertThat(other.page("/report")).contains("Nothing is published yet")
                .doesNotContain("Spectra");
        assertThat(other.page("/report/people")).contains("Nobody has access to anything yet");
        for (String path : List.of("/report/datasets/" + named.id(),
                "/report/datasets/" + named.id() + "/csv", "/report/people/" + guest.id(),
                "/report/people/" + guest.id() + "/csv")) {
            assertThat(other.get(path).statusCode()).as(path).isEqualTo(404);
        }
        assertThat(other.page("/report/csv")).doesNotContain("Spectra");
        String right = named.id() + ".NAMED." + guest.id();
        assertThat(other.post("/report/review", "right", right).statusCode()).isEqualTo(422);
        assertThat(other.post("/report/revoke", "right", right).headers().firstValue("Location"))
                .contains("/report?notice=revoked-none");
        assertThat(site.catalog.datasets().contents().find(guest.id(), named.id())).isPresent();
        assertThat(site.browser().get("/report").headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).startsWith("/login"));
    }

    @Test
    void anAdministrator_seesAndRevokesOfTheWholeSite() throws Exception {
        site.catalog.identity().accounts().registerAdmin("boss", "The boss", TestSite.PASSWORD);
        Browser boss = site.loggedIn("boss");
        assertThat(boss.page("/report")).contains("Frames", "by publisher")
                .doesNotContain("href=\"/datasets/" + named.id());
        boss.post("/report/revoke", "right", named.id() + ".NAMED." + guest.id());
        assertThat(site.catalog.datasets().contents().find(guest.id(), named.id())).isEmpty();
    }

    @Test
    void whatIsTicked_isReviewedThenEndsOnce() throws Exception {
        String one = grouped.id() + ".GROUP." + group.id();
        String two = named.id() + ".NAMED." + guest.id();
        assertThat(owner.page("/report")).contains("value=\"" + one + "\"",
                "value=\"" + two + "\"").doesNotContain(".OWNER.");
        HttpResponse<String> review = owner.post("/report/review", "right", one, "right", two,
                "back", "/report?q=s");
        assertThat(review.statusCode()).isEqualTo(200);
        assertThat(review.body()).contains("2 rights would be revoked", "1 person loses access",
                "value=\"" + one + "\"", "href=\"/report?q=s\"");
        assertThat(site.catalog.datasets().contents().find(member.id(), grouped.id())).isPresent();
        for (String notice : List.of("revoked", "revoked-none")) {
            HttpResponse<String> done = owner.post("/report/revoke", "right", one, "right", two,
                    "back", "/report?q=s");
            assertThat(done.headers().firstValue("Location"))
                    .contains("/report?q=s&notice=" + notice);
        }
        assertThat(site.catalog.datasets().contents().find(member.id(), grouped.id())).isEmpty();
        assertThat(site.catalog.datasets().contents().find(guest.id(), named.id())).isEmpty();
        assertThat(owner.page("/report?notice=revoked")).contains("The rights are revoked.")
                .doesNotContain("Beam line");
        assertThat(owner.post("/report/review", "right", one, "right", "no.such", "back",
                "https://example.org/").body()).contains("Nothing to revoke", "href=\"/report\"")
                .doesNotContain("example.org");
    }

    @Test
    void theFile_isOfCommaSeparatedValuesThatNoSpreadsheetRuns() throws Exception {
        HttpResponse<String> file = owner.get("/report/csv");
        // Containers write it with and without blanks.
        assertThat(file.headers().firstValue("Content-Type").orElse("").replace(" ", ""))
                .isEqualTo("text/csv;header=present;charset=utf-8");
        assertThat(file.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"access.csv\"");
        assertThat(file.body()).isEqualTo("data set,title,owner,right,who,people,ends\r\n"
                + named.id() + ",\"'=Spectra, \"\"raw\"\"\",publisher,owner,publisher,1,\r\n"
                + named.id() + ",\"'=Spectra, \"\"raw\"\"\",publisher,named,guest,1,\r\n"
                + grouped.id() + ",Frames,publisher,owner,publisher,1,\r\n"
                + grouped.id() + ",Frames,publisher,group,Beam line,2,\r\n");
        assertThat(owner.page("/report/people/" + member.id() + "/csv"))
                .isEqualTo("data set,title,owner,right,who,people,ends\r\n" + grouped.id()
                        + ",Frames,publisher,group,Beam line,2,\r\n");
    }
}

package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.swarm.Swarms;
import org.gridtorrent.catalog.swarm.Swarms.Announcement;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetPagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Enrolled workstation;
    private Group group;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        publisher = site.account("publisher");
        workstation = site.machine(publisher, "workstation", "/data", "/data/run");
        group = site.group(publisher, "Beam line");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void publishing_makesATaskForTheMachine() throws Exception {
        Browser browser = site.loggedIn("publisher");
        assertThat(browser.page("/publish")).contains("workstation", "/data/run", "Beam line");
        HttpResponse<String> answer = browser.post("/publish", "title", "Run 42", "description",
                "Frames", "device", workstation.device().id(), "folder", "/data/run", "access",
                "group", "groups", "Beam line");
        assertThat(answer.statusCode()).isEqualTo(303);
        List<Task> tasks = site.catalog.work().assignments().of(workstation.device().id());
        assertThat(tasks).singleElement().satisfies(task -> {
            assertThat(task.kind()).isEqualTo(Task.Kind.PUBLISH);
            assertThat(task.folder()).contains("/data/run");
        });
        assertThat(answer.headers().firstValue("Location"))
                .contains("/datasets/" + tasks.getFirst().contentId() + "?notice=published");
        assertThat(browser.page("/datasets/" + tasks.getFirst().contentId()))
                .contains("Run 42", "Preparing", "Members of Beam line", "/live");
        assertThat(browser.page("/my-data")).contains("Run 42");
    }

    @Test
    void aTransferUnderWay_isOnItsDataSetsPage_whateverElseWasBegunSince() throws Exception {
        Task task = site.publish(publisher, workstation.device(), "Run 42", "", Grants.EVERYONE);
        site.clock.set(site.clock.instant().plusSeconds(1));
        for (int i = 0; i < 200; i++) {
            site.publish(publisher, workstation.device(), "Other " + i, "", Grants.EVERYONE);
        }
        assertThat(site.loggedIn("publisher").page("/datasets/" + task.contentId()))
                .contains("/transfers/" + task.id() + "/live");
    }

    @Test
    void whatFailedToBePublished_saysWhy_andIsTriedAgainOrDeleted() throws Exception {
        Task task = site.publish(publisher, workstation.device(), "Run 42", "", Grants.EVERYONE);
        String page = "/datasets/" + task.contentId();
        String retry = "/transfers/" + task.id() + "/retry";
        Browser browser = site.loggedIn("publisher");
        assertThat(browser.page(page)).doesNotContain("Delete this data set");
        assertThat(browser.post(page + "/delete").statusCode()).isEqualTo(409);
        site.catalog.work().assignments().report(workstation.device().id(), task.id(),
                new Task.Report(Task.State.FAILED, 0, 0, 0, 0, Optional.of(TaskReason.of(
                        ReasonCode.SOURCES_REFUSED, 2, "/data",
                        TaskReason.of(ReasonCode.NAME_RESERVED, "con"),
                        TaskReason.of(ReasonCode.NAME_NOT_UTF8, "b"))), Optional.empty(),
                        List.of()));
        assertThat(browser.page(page)).contains("2 paths in /data cannot be published",
                retry, "Delete this data set");
        assertThat(browser.page("/transfers")).contains(retry);
        assertThat(browser.page("/")).contains(retry);
        site.clock.set(site.clock.instant().plusSeconds(1));
        browser.post(retry, "back", page);
        assertThat(browser.page("/transfers")).doesNotContain(retry);
        assertThat(browser.page("/")).doesNotContain(retry);
        assertThat(browser.page(page)).contains("Preparing").doesNotContain("Windows reserves");
        site.catalog.work().tasks().of(publisher.id(), 9)
                .forEach(again -> site.catalog.work().tasks().cancel(publisher.id(), again.id()));
        site.account("member");
        assertThat(site.loggedIn("member").post(page + "/delete").statusCode())
                .isEqualTo(404);
        assertThat(browser.post(page + "/delete").headers().firstValue("Location"))
                .contains("/my-data?notice=discarded");
        assertThat(browser.page("/my-data")).doesNotContain("Run 42");
        assertThat(browser.page("/transfers")).doesNotContain("Run 42");
        assertThat(browser.get(page).statusCode()).isEqualTo(404);
    }

    @Test
    void publishing_saysEveryErrorAndKeepsWhatWasTyped() throws Exception {
        Browser browser = site.loggedIn("publisher");
        assertThat(browser.page("/publish"))
                .doesNotContainPattern("name=\"access\" value=\"[a-z]+\" checked");
        HttpResponse<String> answer = browser.post("/publish", "title", "", "description",
                "kept as typed", "device", "nosuchdevice", "path", "/data/../etc", "access",
                "user", "users", "nobody-here, publisher");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("kept as typed", "title-error", "path-error",
                "Choose one of your machines", "no user named “nobody-here”");
        assertThat(browser.post("/publish", "title", "T", "device", workstation.device().id(),
                "path", "/data").body()).contains("Choose who has access.");
        assertThat(browser.post("/publish", "title", "T", "device", workstation.device().id(),
                "path", "/etc", "access", "public").body()).contains("not in a folder");
        assertThat(browser.post("/publish", "title", "T", "device", workstation.device().id(),
                "path", "/data", "access", "group", "groups", "Not mine").body())
                .contains("You are not in a group named “Not mine”");
        assertThat(browser.post("/publish", "title", "T", "device", workstation.device().id(),
                "path", "/data", "access", "user", "users", "Publisher").body())
                .as("the owner alone is nobody").contains("Choose at least one person.");
        String gone = site.group(publisher, "Gone").id();
        site.catalog.people().groups().delete(publisher.id(), gone);
        assertThat(browser.post("/publish", "title", "T", "device", workstation.device().id(),
                "path", "/data", "access", "group", "groups", gone).body())
                .contains("A chosen group no longer exists");
        assertThat(site.catalog.datasets().contents().ownedBy(publisher.id(), 0, 100).items())
                .isEmpty();
    }

    @Test
    void review_showsEverythingAndPublishesIt() throws Exception {
        Browser browser = site.loggedIn("publisher");
        browser.page("/publish");
        String[] typed = {"device", workstation.device().id(), "path", "/data/run", "access",
            "group", "groups", group.id(), "title", "Run <42>", "ends", "2026-04-30", "copies",
            "3", "alwaysOn", "1", "keywords", "beam, frames"};
        String review = browser.post("/publish", with(typed, "do", "review")).body();
        assertThat(review).contains("Nothing has been published yet", "Run &lt;42&gt;", "/data/run",
                "Beam line",
                "3, of which 1", "2026-04-30", "name=\"keywords\" value=\"beam, frames\"");
        assertThat(site.catalog.datasets().contents().ownedBy(publisher.id(), 0, 100).items())
                .isEmpty();
        assertThat(browser.post("/publish", with(typed, "do", "change")).body())
                .contains("value=\"2026-04-30\"", "value=\"beam, frames\"", "Choose another");
        assertThat(browser.post("/publish", with(typed, "do", "publish")).statusCode())
                .isEqualTo(303);
        Content made = site.catalog.datasets().contents().ownedBy(publisher.id(), 0, 100).items()
                .getFirst();
        assertThat(site.catalog.access().expiry().of(publisher.id(), made.id())).singleElement()
                .satisfies(entry -> assertThat(entry.ends())
                        .contains(java.time.Instant.parse("2026-05-01T00:00:00Z")));
        site.register(site.catalog.work().assignments().of(workstation.device().id()).getFirst(),
                Files.writeString(folder.resolve("run"), "frames"));
        assertThat(
                site.catalog.sharing().copies().of(publisher.id(), made.id()).orElseThrow().rule()
                        .orElseThrow().asked().copies())
                .isEqualTo(3);
    }

    @Test
    void aFormThatIsSentTwice_publishesOnce() throws Exception {
        Browser browser = site.loggedIn("publisher");
        assertThat(browser.page("/publish"))
                .containsPattern("name=\"key\" value=\"[0-9a-f-]{36}\"");
        String[] typed = {"device", workstation.device().id(), "path", "/data/run", "access",
            "public", "title", "Run 42", "key", "k-1"};
        browser.post("/publish", with(typed, "do", "review"));
        var first = browser.post("/publish", with(typed, "do", "publish")).headers();
        var again = browser.post("/publish", with(typed, "do", "publish")).headers();
        assertThat(again.firstValue("Location")).isEqualTo(first.firstValue("Location"));
        assertThat(site.catalog.datasets().contents().ownedBy(publisher.id(), 0, 100).items())
                .hasSize(1);
    }

    @Test
    void review_hasAnAddressThatOneComesBackTo() throws Exception {
        Browser browser = site.loggedIn("publisher");
        browser.page("/publish");
        String[] typed = {"device", workstation.device().id(), "path", "/data/run", "access",
            "group", "groups", group.id(), "title", "Run 42", "keywords", "beam", "key", "k-1"};
        HttpResponse<String> sent = browser.post("/publish", with(typed, "do", "review"));
        assertThat(sent.statusCode()).isEqualTo(303);
        assertThat(sent.headers().firstValue("Location")).contains("/publish/review?draft=k-1");
        assertThat(browser.page("/publish/review?draft=k-1")).contains(
                "Nothing has been published yet", "Run 42",
                "Beam line", "name=\"key\" value=\"k-1\"", "name=\"keywords\" value=\"beam\"");
        assertThat(browser.post("/publish", with(typed, "do", "change")).headers()
                .firstValue("Location")).contains("/publish?draft=k-1");
        site.account("other");
        assertThat(site.loggedIn("other").get("/publish/review?draft=k-1").headers()
                .firstValue("Location")).contains("/publish");
        String made = browser.post("/publish", with(typed, "do", "publish")).headers()
                .firstValue("Location").orElseThrow().replaceAll("[?].*", "");
        assertThat(browser.get("/publish/review?draft=k-1").headers().firstValue("Location"))
                .contains(made);
        assertThat(browser.get("/publish/review?draft=%00").headers().firstValue("Location"))
                .contains("/publish");
    }

    @Test
    void review_refusesTheTitlesThatPublishingRefuses() throws Exception {
        Browser browser = site.loggedIn("publisher");
        browser.page("/publish");
        for (String title : List.of("\u200b", "Run\u0000 42", "Run \u202e42", "Run\n42",
                "\ud83d\ude00".repeat(150))) {
            HttpResponse<String> answer = browser.post("/publish", "device",
                    workstation.device().id(), "path", "/data/run", "access", "public", "title",
                    title, "do", "review");
            assertThat(answer.statusCode()).as(title).isEqualTo(422);
            assertThat(answer.body()).contains("id=\"title-error\"");
        }
    }

    @Test
    void whatWasBegun_isThereAgainUntilItIsPublishedOrDeleted() throws Exception {
        Browser browser = site.loggedIn("publisher");
        browser.page("/publish");
        browser.post("/publish/draft", "key", "k-0", "access", "public");
        assertThat(browser.page("/my-data")).doesNotContain("/publish?draft=");
        String[] typed = {"device", workstation.device().id(), "access", "group", "groups",
            group.id(), "title", "Run <42> & more", "creators", "One; ; Two\nThree"};
        assertThat(browser.post("/publish/draft", with(typed, "key", "k-1")).body())
                .contains("Draft saved");
        assertThat(browser.page("/publish?draft=k-1")).contains("value=\"k-1\"",
                "value=\"Run &lt;42> &amp; more\"", "One; ; Two\nThree",
                "value=\"" + group.id() + "\" checked", "draft=k-1");
        assertThat(browser.page("/publish")).contains("Run &lt;42&gt; &amp; more",
                "/publish?draft=k-1");
        assertThat(browser.page("/publish?draft=k-1&path=%2Fdata%2Frun&device="
                + workstation.device().id())).contains("Choose another", "value=\"/data/run\"",
                        "value=\"Run &lt;42> &amp; more\"");
        assertThat(browser.post("/publish", "key", "k-2", "title", "Second", "do", "save")
                .headers().firstValue("Location")).contains("/my-data?notice=draft-kept");
        assertThat(browser.page("/my-data")).containsSubsequence("Drafts", "Second");
        browser.post("/publish/draft", "key", "k-3", "title", "long".repeat(51));
        assertThat(browser.page("/publish?draft=k-3")).contains("title-error");
        assertThat(browser.page("/publish")).doesNotContain("title-error", "older draft");
        browser.post("/publish/draft", "key", "k-4", "title", "Fourth");
        assertThat(browser.page("/publish")).containsSubsequence("1 older draft", "</details>");
        browser.post("/publish/drafts/delete", "key", "k-3");
        browser.post("/publish/drafts/delete", "key", "k-4");
        site.account("other");
        Browser other = site.loggedIn("other");
        assertThat(other.page("/publish?draft=k-1")).doesNotContain("42> &amp;");
        assertThat(other.post("/publish/drafts/delete", "key", "k-1").statusCode())
                .isEqualTo(404);
        assertThat(browser.post("/publish/drafts/delete", "key", "k-2").statusCode())
                .isEqualTo(303);
        assertThat(browser.page("/my-data")).doesNotContain("Second").contains("Run &lt;42&gt;");
        assertThat(browser.post("/publish", "key", "k-1", "title", "", "description", "More")
                .statusCode()).isEqualTo(422);
        assertThat(browser.page("/publish?draft=k-1")).contains("More").doesNotContain("42> &amp;");
        assertThat(browser.post("/publish", with(typed, "key", "k-1", "path", "/data/run"))
                .statusCode()).isEqualTo(303);
        assertThat(browser.page("/my-data")).contains("Run &lt;42&gt;")
                .doesNotContain("Drafts", "/publish?draft=");
    }

    @Test
    void transfers_comeInPages_thoseUnderWayApart() throws Exception {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 51; i++) {
            site.clock.set(site.clock.instant().plusSeconds(1));
            tasks.add(site.publish(publisher, workstation.device(), "Set %02d.".formatted(i), "",
                    Grants.EVERYONE));
        }
        Browser browser = site.loggedIn("publisher");
        assertThat(browser.page("/transfers")).contains("Set 50.", "Set 01.",
                "href=\"/transfers?active=2\"").doesNotContain("Set 00.");
        assertThat(browser.page("/transfers?active=2")).contains("Set 00.",
                "href=\"/transfers?active=1\"").doesNotContain("Set 01.");
        tasks.forEach(task -> site.catalog.work().tasks().cancel(publisher.id(), task.id()));
        assertThat(browser.page("/transfers")).contains("No transfer is in progress", "Set 50.",
                "href=\"/transfers?page=2\"").doesNotContain("Set 00.");
        assertThat(browser.page("/transfers?page=2")).contains("Set 00.")
                .doesNotContain("Set 01.");
    }

    /** The machine tells the rate of the last seconds alone, and bytes may come in bursts. */
    @Test
    void chartOfATransfer_agreesWithTheBytesDone() throws Exception {
        Task task = site.publish(publisher, workstation.device(), "Run 42", "", Grants.EVERYONE);
        for (long done : new long[]{0, 3_000_000, 96_000_000, 96_000_000, 107_000_000}) {
            site.clock.set(site.clock.instant().plusSeconds(3));
            site.catalog.work().assignments().report(workstation.device().id(), task.id(),
                    new Task.Report(Task.State.RUNNING, done, 214_000_000,
                            Math.min(done, 1_960_000), 1, ""));
        }
        assertThat(site.loggedIn("publisher").page("/transfers")).contains("107 MB of 214 MB",
                "12 s: maximum 31.0 MB/s, average 8.92 MB/s",
                "points=\"0,77 150,77 150,2 300,2 300,80 450,80 450,71 600,71\"");
    }

    @Test
    void endsAndCopiesThatCannotBe_areRefused() throws Exception {
        Browser browser = site.loggedIn("publisher");
        browser.page("/publish");
        String[] typed = {"device", workstation.device().id(), "path", "/data/run", "access",
            "group", "groups", group.id(), "title", "Run 42"};
        assertThat(browser.post("/publish", with(typed, "ends", "2026-02-28")).body())
                .contains("Enter a day in the future");
        assertThat(browser.post("/publish", with(typed, "ends", "2026-02-30")).body())
                .contains("a valid date");
        assertThat(browser.post("/publish", with(typed, "copies", "2", "alwaysOn", "3")).body())
                .contains("copies-error");
        assertThat(browser.post("/publish", with(typed, "copies", "101")).statusCode())
                .isEqualTo(422);
        assertThat(site.catalog.datasets().contents().ownedBy(publisher.id(), 0, 100).items())
                .isEmpty();
    }

    @Test
    void creatorsInOneLine_areNotTakenForOneAndTheOthersAffiliation() throws Exception {
        Browser browser = site.loggedIn("publisher");
        browser.page("/publish");
        String[] place = {"device", workstation.device().id(), "folder", "/data/run", "access",
            "public", "title", "Run 42", "do", "review"};
        for (String line : List.of("Müller, J.; O'Neil, B.", "Müller; O'Neil; Bo", "A; B; C; D")) {
            assertThat(browser.post("/publish", with(place, "creators", line)).body()).as(line)
                    .contains("creators-error", "may be several people");
        }
        assertThat(browser.post("/publish", with(place, "creators", """
                Müller, J. 0000-0002-1825-0097
                O'Neil, B. https://orcid.org/0000-0001-5109-3700; Ice; Sea
                Bo; ; Snow
                Cy; Wind; orcid.org/0000-0002-1694-233X
                Di;""")).body()).contains("Nothing has been published yet")
                .containsPattern("<li>Müller, J. <a [^>]*>0000-0002-1825-0097</a></li>")
                .containsPattern(">0000-0001-5109-3700</a> <span class=\"muted\">Ice; Sea</span>")
                .containsPattern("<li>Bo <span class=\"muted\">Snow</span></li>")
                .containsPattern(">0000-0002-1694-233X</a> <span class=\"muted\">Wind</span>")
                .contains("<li>Di</li>");
    }

    @Test
    void metadata_isPublishedWithItAndChangedByItsOwnerAlone() throws Exception {
        Browser browser = site.loggedIn("publisher");
        browser.page("/publish");
        String[] place = {"device", workstation.device().id(), "folder", "/data/run", "access",
            "public", "title", "Run 42"};
        assertThat(browser.post("/publish", with(place, "creators", "Author; 0000-0002-1825-0098",
                "licence", "other", "year", "19")).body())
                .contains("<details class=\"card fold\" open>",
                        "“0000-0002-1825-0098” is not a valid ORCID",
                        "licenceUrl-error", "year-error", "Author; 0000-0002-1825-0098");
        HttpResponse<String> answer = browser.post("/publish", with(place, "subject", "physics",
                "keywords", "beam, frames,", "creators",
                "First Author; Institute; https://orcid.org/0000-0002-1825-0097\nBo", "licence",
                "CC-BY-4.0", "year", "2019", "related", "https://example.org/<a>\nwords"));
        String page = answer.headers().firstValue("Location").orElseThrow()
                .replaceFirst("\\?.*", "");
        assertThat(browser.page(page + "/metadata")).contains("First Author", "Institute",
                "0000-0002-1825-0097", "Physics", "/search?q=beam", "CC-BY-4.0", "2019",
                "https://example.org/&lt;a", page + "/edit");
        assertThat(browser.page(page + "/edit")).contains(
                "First Author; 0000-0002-1825-0097; Institute\nBo", "value=\"beam, frames\"",
                "<option value=\"physics\" selected>");
        assertThat(browser.post(page + "/edit", "title", "", "keywords", "kept").body())
                .contains("title-error", "kept");
        assertThat(browser.post(page + "/edit", "title", "Run 43", "licence", "other",
                "licenceUrl", "https://example.org/terms").statusCode()).isEqualTo(303);
        assertThat(browser.page(page + "/metadata")).contains("Run 43",
                "https://example.org/terms", "The publisher")
                .doesNotContain("First Author", "Run 42");
    }

    @Test
    void whatADataSetSays_isSaidToBeChangedWhereItsOwnerSeesWhatHappened() throws Exception {
        Content content = publishedToGroup("Shared frames");
        String page = "/datasets/" + content.id();
        Browser browser = site.loggedIn("publisher");
        browser.page(page + "/edit");
        String[] said = {"title", "Shared frames", "licence", "CC0-1.0", "year", "2019"};
        browser.post(page + "/edit", said);
        browser.post(page + "/edit", with(said, "keywords", "beam"));
        browser.post(page + "/edit", with(said, "keywords", "beam"));
        assertThat(browser.page(page + "/activity"))
                .contains("The publisher edited the details: Licence, Year.")
                .containsOnlyOnce("details: Keywords.");
        assertThat(browser.page("/account/activity")).contains("Details edited",
                "Licence, Year");
        browser.post("/look", "language", "de");
        assertThat(browser.page(page + "/activity"))
                .contains("The publisher hat die Angaben bearbeitet: Lizenz, Jahr.");
        assertThat(browser.page("/account/activity")).contains("Angaben bearbeitet",
                "Schlagwörter");
        site.catalog.identity().accounts().registerAdmin("boss", "The boss", TestSite.PASSWORD);
        assertThat(site.loggedIn("boss").page("/admin/audit/csv?kind=DESCRIBED"))
                .contains(",described," + content.id() + ",Shared frames,\"licence, year\",page,");
    }

    @Test
    void metadata_isNotForOthersToChange() throws Exception {
        Content content = publishedToGroup("Shared frames");
        String page = "/datasets/" + content.id();
        site.account("guest");
        Browser guest = site.loggedIn("guest");
        assertThat(guest.get(page + "/edit").statusCode()).isEqualTo(404);
        site.catalog.access().grants().replace(publisher.id(), content.id(), Grants.EVERYONE);
        assertThat(guest.page(page)).doesNotContain(page + "/edit");
        assertThat(guest.post(page + "/edit", "title", "Mine").statusCode()).isEqualTo(403);
    }

    private static String[] with(String[] fields, String... more) {
        return Stream.concat(Arrays.stream(fields), Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    void aStranger_findsNothingOfAGroupsDataSetByAnyRoad() throws Exception {
        Content content = publishedToGroup("Hidden frames");
        Account stranger = site.account("stranger");
        Enrolled laptop = site.machine(stranger, "laptop");
        Browser browser = site.loggedIn("stranger");
        HttpResponse<String> hidden = browser.get("/datasets/" + content.id());
        HttpResponse<String> unknown = browser.get("/datasets/nosuchdataset");
        assertThat(hidden.statusCode()).isEqualTo(404);
        assertThat(hidden.body()).isEqualTo(unknown.body());
        assertThat(browser.page("/search?q=hidden")).doesNotContain("Hidden frames");
        assertThat(browser.page("/")).doesNotContain("Hidden frames");
        assertThat(browser.post("/datasets/" + content.id() + "/get", "device",
                laptop.device().id()).statusCode()).isEqualTo(404);
        assertThat(rest(laptop, "/api/v1/datasets/" + content.id()).statusCode()).isEqualTo(404);
        assertThat(rest(laptop, "/api/v1/datasets?q=hidden").body())
                .startsWith("{\"datasets\":[],\"more\":false,\"total\":0")
                .doesNotContain("value");
        assertThat(site.catalog.work().assignments().of(laptop.device().id())).isEmpty();
    }

    @Test
    void aMember_findsItAndGetsIt() throws Exception {
        Content content = publishedToGroup("Shared frames");
        Account member = site.account("member");
        site.join(publisher, group, member);
        Enrolled laptop = site.machine(member, "laptop");
        Browser browser = site.loggedIn("member");
        assertThat(browser.page("/search?q=frames%20shared"))
                .contains("/datasets/" + content.id());
        assertThat(browser.page("/datasets/" + content.id())).contains("Shared frames",
                "?in=sub", "gridtorrent dataset get " + content.id(), "laptop",
                content.infoHash().orElseThrow()).doesNotContain("Members of Beam line");
        assertThat(browser.post("/datasets/" + content.id() + "/get", "device",
                workstation.device().id()).statusCode()).isEqualTo(422);
        assertThat(browser.post("/datasets/" + content.id() + "/get", "device",
                laptop.device().id()).statusCode()).isEqualTo(303);
        Task task = site.catalog.work().assignments().of(laptop.device().id()).getFirst();
        site.catalog.work().assignments().report(laptop.device().id(), task.id(), new Task.Report(
                Task.State.RUNNING, 500_000, 2_000_000, 100_000, 2, "Receiving"));
        assertThat(browser.page("/transfers")).contains("Shared frames", "25 %");
        assertThat(browser.page("/transfers/" + task.id() + "/live")).contains("100 kB/s",
                "15 s left", "2 peers", "Receiving").doesNotContain("<html");
        site.catalog.work().assignments().openSession(laptop.device().id(), "2");
        assertThat(browser.post("/transfers/" + task.id() + "/pause", "back", "/transfers")
                .statusCode()).isEqualTo(303);
        assertThat(browser.page("/transfers")).contains("Paused",
                "/transfers/" + task.id() + "/resume");
        assertThat(browser.post("/transfers/" + task.id() + "/resume", "back", "/transfers")
                .statusCode()).isEqualTo(303);
        assertThat(browser.post("/transfers/" + task.id() + "/cancel", "back", "/transfers")
                .statusCode()).isEqualTo(303);
        HttpResponse<String> over = browser.get("/transfers/" + task.id() + "/live");
        assertThat(over.statusCode()).as("asked no more").isEqualTo(286);
        assertThat(over.body()).contains("Cancelled");
        assertThat(browser.post("/transfers/" + task.id() + "/retry", "back", "/transfers")
                .statusCode()).isEqualTo(303);
        Task again = site.catalog.work().assignments().of(laptop.device().id()).stream()
                .filter(each -> !each.state().isFinal()).findFirst().orElseThrow();
        site.catalog.work().assignments().report(laptop.device().id(), again.id(),
                OptionalLong.of(again.lease()), new Task.Report(
                        Task.State.DONE, 2_000_000, 2_000_000, 0, 0, "complete"));
        assertThat(browser.get("/transfers/" + again.id() + "/live").headers()
                .firstValue("HX-Refresh")).contains("true");
        assertThat(site.loggedIn("publisher").get("/transfers/" + task.id() + "/live")
                .statusCode()).isEqualTo(404);
    }

    @Test
    void copies_areVerifiedOnlyWhileAllOfThemIsShared() throws Exception {
        Content content = publishedToGroup("Shared frames");
        Browser browser = site.loggedIn("publisher");
        String copies = "/datasets/" + content.id() + "/copies";
        assertThat(browser.page(copies)).as("on a machine that announces nothing")
                .contains("Not shared at present", ">0 %<").doesNotContain(">Verified<");
        announce(content, 4);
        assertThat(browser.page(copies)).contains("Incomplete", ">60 %<")
                .doesNotContain(">Verified<");
        announce(content, 0);
        assertThat(browser.page(copies)).contains(">Verified<", ">100 %<");
        site.clock.set(site.clock.instant().plusSeconds(80));
        assertThat(browser.page(copies)).contains("Verified, offline");
    }

    private void announce(Content content, long left) {
        site.catalog.sharing().swarms().announce(new Swarms.Announcement(content.id(),
                workstation.device().id(), "192.0.2.7", 0, 0, left));
    }

    @Test
    void machineWithoutRoom_isNotToldToGet_unlessAsked() throws Exception {
        Content content = publishedToGroup("Shared frames");
        Account member = site.account("member");
        site.join(publisher, group, member);
        Enrolled laptop = site.machine(member, "laptop");
        site.catalog.machines().devices().report(laptop.device().id(),
                new Device.Report("0.1.0", List.of(), 4, List.of("/data")));
        Browser browser = site.loggedIn("member");
        String get = "/datasets/" + content.id() + "/get";
        browser.page("/datasets/" + content.id());
        HttpResponse<String> refused = browser.post(get, "device", laptop.device().id());
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("laptop has 4 B free for downloads, and this data set"
                + " needs 10 B more.", "name=\"anyway\"");
        assertThat(site.catalog.work().assignments().of(laptop.device().id())).isEmpty();
        assertThat(browser.post(get, "device", laptop.device().id(), "anyway", "yes")
                .statusCode()).isEqualTo(303);
        assertThat(site.catalog.work().assignments().of(laptop.device().id())).hasSize(1);
    }

    @Test
    void whoLosesAccessInMidTransfer_isToldInPlaceAndByANotice() throws Exception {
        Account member = site.account("member");
        Content content = published("Named set", Grants.accounts(List.of(member.id())));
        Enrolled laptop = site.machine(member, "laptop");
        Browser browser = site.loggedIn("member");
        assertThat(browser.page("/notices")).contains("Shared with you: Named set");
        assertThat(browser.post("/datasets/" + content.id() + "/get", "device",
                laptop.device().id()).statusCode()).isEqualTo(303);
        Task task = site.catalog.work().assignments().of(laptop.device().id()).getFirst();
        String live = "/transfers/" + task.id() + "/live";
        assertThat(browser.get(live).statusCode()).isEqualTo(200);
        site.catalog.access().grants().replace(publisher.id(), content.id(),
                Grants.accounts(List.of(publisher.id())));
        HttpResponse<String> said = browser.get(live);
        assertThat(said.statusCode()).as("asked no more").isEqualTo(286);
        assertThat(said.body()).contains("Your access to this data set has ended.",
                "id=\"actions-" + task.id() + "\" hx-swap-oob");
        assertThat(browser.page("/notices"))
                .contains("Your access to the data set Named set has ended.");
        assertThat(browser.get("/datasets/" + content.id()).statusCode()).isEqualTo(404);
    }

    @Test
    void access_isSeenAndChangedByTheOwnerAlone() throws Exception {
        Content content = publishedToGroup("Shared frames");
        Account guest = site.account("guest");
        String page = "/datasets/" + content.id() + "/access";
        Browser browser = site.loggedIn("publisher");
        assertThat(browser.page("/datasets/" + content.id())).contains(page);
        assertThat(browser.page(page)).contains("value=\"" + group.id() + "\" checked");
        assertThat(browser.post(page, "access", "user", "users", "nobody-here").body())
                .contains("no user named “nobody-here”");
        assertThat(browser.post(page, "access", "user", "users", "publisher").body())
                .contains("Choose at least one person.");
        assertThat(browser.post(page, "access", "user", "users", "publisher guest").headers()
                .firstValue("Location"))
                .contains(page + "?notice=access");
        assertThat(site.catalog.datasets().contents().sharedWith(publisher.id(), content.id())
                .orElseThrow().accountNames()).containsExactly("guest");
        assertThat(browser.page(page)).contains("value=\"guest\" checked")
                .doesNotContain("value=\"" + group.id() + "\" checked");
        Browser other = site.loggedIn("guest");
        assertThat(other.page(page)).contains("The owner and chosen people")
                .doesNotContain("action=\"" + page, "Beam line");
        assertThat(other.post(page, "access", "public").statusCode()).isEqualTo(403);
        assertThat(browser.post(page, "access", "group", "groups", "Beam line").statusCode())
                .isEqualTo(303);
        assertThat(other.get(page).statusCode()).isEqualTo(404);
        assertThat(site.catalog.datasets().contents().find(guest.id(), content.id())).isEmpty();
    }

    @Test
    void access_ofAGroupThatTheOwnerLeft_isToldOf() throws Exception {
        Content content = publishedToGroup("Shared frames");
        Account member = site.account("member");
        site.join(publisher, group, member);
        site.catalog.people().memberships().changeRole(publisher.id(), group.id(), member.id(),
                MembershipStatus.OWNER);
        site.catalog.people().memberships().leave(publisher.id(), group.id());
        assertThat(site.loggedIn("publisher")
                .page("/datasets/" + content.id() + "/access"))
                .contains("shared with Beam line");
    }

    @Test
    void aDataSet_isGotIntoAFolderThatIsOpenOnThatMachine() throws Exception {
        Content content = publishedToGroup("Shared frames");
        Account member = site.account("member");
        site.join(publisher, group, member);
        String laptop = site.machine(member, "laptop", "/data").device().id();
        String bare = site.machine(member, "bare").device().id();
        Browser browser = site.loggedIn("member");
        String page = "/datasets/" + content.id();
        assertThat(browser.page(page)).contains("<option value=\"/data\">laptop</option>");
        for (String folder : List.of("/etc", "/data/../etc", "/database", "data")) {
            HttpResponse<String> refused = browser.post(page + "/get", "device", laptop, "folder",
                    folder);
            assertThat(refused.statusCode()).as(folder).isEqualTo(422);
            assertThat(refused.body()).contains("id=\"folder-error\"",
                    "<option value=\"" + laptop + "\" selected>");
        }
        assertThat(browser.post(page + "/get", "device", bare, "folder", "/data").statusCode())
                .as("open on another machine").isEqualTo(422);
        assertThat(browser.post(page + "/get", "device", laptop, "folder", "/data/runs")
                .statusCode()).isEqualTo(303);
        assertThat(site.catalog.work().tasks().of(member.id(), 9)).singleElement()
                .satisfies(task -> assertThat(task.folder()).contains("/data/runs"));
    }

    @Test
    void aMachineThatHasIt_isOfferedLast() throws Exception {
        Content content = publishedToGroup("Run 42");
        site.machine(publisher, "another machine", "/data");
        assertThat(site.loggedIn("publisher").page("/datasets/" + content.id()))
                .containsSubsequence("another machine", "workstation (has it)");
    }

    @Test
    void aSwarm_isDrawnWithWhatEachMachineHas() throws Exception {
        Content content = publishedToGroup("Run 42");
        Browser browser = site.loggedIn("publisher");
        String page = "/datasets/" + content.id() + "/copies";
        assertThat(browser.page(page)).doesNotContain("class=\"plot\"");
        announce(content, 0);
        Device second = site.machine(publisher, "another machine", "/data").device();
        site.catalog.work().tasks().requestDownload(publisher.id(), content.id(), second.id());
        site.catalog.sharing().swarms()
                .announce(new Announcement(content.id(), second.id(), "127.0.0.1",
                        0, 0, content.totalLength() - content.totalLength() / 2));
        assertThat(browser.page(page)).containsSubsequence("<span>100 %</span><span>0 %</span>",
                "x=\"30.0\" y=\"0\" width=\"240.0\" height=\"80\"",
                "x=\"330.0\" y=\"40\" width=\"240.0\" height=\"40\"",
                "<span>workstation</span><span class=\"muted\">100 %</span>",
                "<span>another machine</span><span class=\"muted\">50 %</span>",
                "1 of 2 have all of it; together they hold 1.5 copies");
    }

    @Test
    void copies_areShownAndTheRuleIsSetByTheOwner() throws Exception {
        Content content = publishedToGroup("Kept frames");
        Browser browser = site.loggedIn("publisher");
        String page = "/datasets/" + content.id();
        assertThat(browser.page(page)).contains("Only one verified copy was online within a day",
                page + "/copies");
        assertThat(browser.page(page + "/copies")).contains(
                "Only one verified copy was online within a day", "Set a copy rule",
                "online 100 % of the time");
        assertThat(browser.post(page + "/copies", "copies", "2", "alwaysOn", "3").body())
                .contains("number on always-on machines must not be larger");
        assertThat(browser.post(page + "/copies", "copies", "2", "alwaysOn", "1", "group",
                group.id()).statusCode()).isEqualTo(303);
        assertThat(browser.page(page + "/copies")).contains(
                "Copies to keep: 2, of which 1 on always-on machines; places: Beam line.",
                "The copy rule is not met", "Remove rule");
        assertThat(browser.post(page + "/copies", "do", "none").statusCode()).isEqualTo(303);
        assertThat(browser.page(page + "/copies")).doesNotContain("Copies to keep");
        assertThat(browser.page("/machines"))
                .contains("This machine has the last verified copy of 1 data set.");
        Account member = site.account("member");
        site.join(publisher, group, member);
        Browser other = site.loggedIn("member");
        assertThat(other.page(page + "/copies")).contains("Machine of")
                .doesNotContain("workstation", "Only one verified copy", "Set a copy rule");
        assertThat(other.post(page + "/copies", "copies", "1", "alwaysOn", "0").statusCode())
                .isEqualTo(404);
    }

    @Test
    void hostileText_isShownAsText() throws Exception {
        String hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
        Account member = site.account("member", hostile);
        site.catalog.people().buddies().ask(member.id(), publisher.id());
        site.catalog.people().buddies().accept(publisher.id(), member.id());
        site.catalog.people().memberships().request(member.id(), group.id());
        Task task = site.publish(publisher, workstation.device(), hostile, hostile,
                Grants.EVERYONE);
        site.catalog.people().groups().create(publisher.id(), "Described", hostile, true);
        site.catalog.work().assignments().report(workstation.device().id(), task.id(),
                new Task.Report(
                        Task.State.RUNNING, 1, 2, 1, 0, hostile));
        Browser browser = site.loggedIn("publisher");
        String page = "/datasets/" + task.contentId();
        for (String path : new String[]{"/my-data", page, page + "/files", page + "/metadata",
            page + "/copies", page + "/access", "/transfers", "/publish", "/groups", "/buddies",
            "/inbox", "/groups/" + group.id(), "/buddies/people?name=member",
            "/search?q=%3Cscript%3Ealert(1)%3C/script%3E"}) {
            assertThat(browser.page(path)).as(path).doesNotContain("<script>alert", "<img src=x")
                    .contains("&lt;script&gt;alert(1)");
        }
        browser.page("/groups");
        assertThat(browser.post("/groups/" + group.id() + "/invite", "name", hostile).body())
                .doesNotContain("<script>alert");
    }

    private Content publishedToGroup(String title) throws Exception {
        return published(title, Grants.groups(List.of(group.id())));
    }

    private Content published(String title, Grants grants) throws Exception {
        Path source = folder.resolve("source");
        Path sub = Files.createDirectories(source.resolve("sub"));
        Files.writeString(sub.resolve("frame 1.h5"), "some bytes");
        return site.register(site.publish(publisher, workstation.device(), title, "", grants),
                source);
    }

    private HttpResponse<String> rest(Enrolled device, String path) throws Exception {
        return site.browser().send(HttpRequest.newBuilder(site.url.resolve(path))
                .header("Authorization", "Bearer " + device.apiToken()).build());
    }
}

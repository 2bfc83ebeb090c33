package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.device.FolderListing;
import org.gridtorrent.catalog.device.FolderListing.Entry;
import org.gridtorrent.catalog.device.FolderListing.Outcome;
import org.gridtorrent.catalog.device.FolderQuery;
import org.gridtorrent.catalog.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Browsing a machine's folders, with a thread that answers by the catalog as the tracker would. */
class BrowsePagesTest {
    private static final Duration POLL = Duration.ofSeconds(20);

    @TempDir
    Path folder;
    private TestSite site;
    private Account owner;
    private Enrolled machine;
    private Browser browser;
    private Thread daemon = Thread.ofVirtual().unstarted(() -> {});

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        owner = site.account("owner");
        machine = site.machine(owner, "workstation", "/data", "/data/run");
        browser = site.loggedIn("owner");
    }

    @AfterEach
    void close() throws Exception {
        daemon.interrupt();
        daemon.join();
        site.close();
    }

    private void answers(Function<FolderQuery, FolderListing> how) {
        String id = machine.device().id();
        daemon = Thread.ofVirtual().start(() -> {
            try {
                while (!Thread.interrupted()) {
                    site.catalog.machines().devices().awaitRevision(id,
                            site.catalog.machines().devices().revision(id), true, POLL,
                            () -> false);
                    site.catalog.machines().folderQueries().handOut(id)
                            .forEach(question -> site.catalog
                                    .machines().folderQueries()
                                    .answer(id, question.id(), how.apply(question)));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private String path(String more) {
        return "/publish/browse?device=" + machine.device().id() + more;
    }

    @Test
    void folder_isShownAsItsMachineSaysWithAWayToPublishIt() throws Exception {
        answers(question -> question.folder().isEmpty()
                ? new FolderListing(Outcome.YES, 1, List.of(new Entry("/data", true, 0)))
                : new FolderListing(Outcome.YES, 2, List.of(new Entry("a & b", true, 0),
                        new Entry("frames.h5", false, 4_200))));
        assertThat(browser.page("/publish"))
                .contains("href=\"" + path("").replace("&", "&amp;") + "&amp;draft=");
        assertThat(browser.page(path(""))).contains("Open on workstation", "/data/",
                "folder=%2Fdata\"");
        String page = browser.page(path("&folder=%2Fdata%2Frun"));
        assertThat(page).contains("a &amp; b/", "frames.h5", "4.20 kB",
                "folder=%2Fdata%2Frun%2Fa+%26+b", "Publish this folder");
        String choice = "/publish?device=" + machine.device().id()
                + "&path=%2Fdata%2Frun%2Fframes.h5";
        assertThat(page).contains(choice.replace("&", "&amp;"));
        assertThat(browser.page(choice)).contains("value=\"/data/run/frames.h5\"",
                "value=\"frames.h5\"", "Choose another");
        HttpResponse<String> answer = browser.post("/publish", "title", "Frames", "device",
                machine.device().id(), "path", "/data/run/frames.h5", "access", "public");
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(site.catalog.work().assignments().of(machine.device().id())).singleElement()
                .satisfies(task -> assertThat(task.folder()).contains("/data/run/frames.h5"));
    }

    @Test
    void folderOfANextVersion_isChosenAsThatOfANewDataSetIs() throws Exception {
        answers(_ -> new FolderListing(Outcome.YES, 1, List.of(new Entry("next", true, 0))));
        Task task = site.publish(owner, machine.device(), "Frames", "", Grants.EVERYONE);
        String id = site.register(task, Files.writeString(folder.resolve("a.h5"), "bytes")).id();
        String form = "/datasets/" + id + "/versions/new";
        String browse = "/publish/browse?next=" + id;
        assertThat(browser.page(form)).contains(browse.replace("?", "?device="
                + machine.device().id() + "&amp;"));
        assertThat(browser.page(browse)).contains("next version of “Frames”",
                "device=" + machine.device().id() + "&amp;next=" + id);
        String choice = form + "?device=" + machine.device().id() + "&path=%2Fdata%2Fnext";
        assertThat(browser.page(path("&folder=%2Fdata&next=" + id))).contains(
                choice.replace("&", "&amp;"), "next=" + id + "&amp;folder=%2Fdata%2Fnext");
        assertThat(browser.page(choice)).contains("Choose another",
                "name=\"path\" value=\"/data/next\"");
        assertThat(browser.page(form + "?device=" + machine.device().id() + "&path=%2Fetc"))
                .contains("value=\"/etc\"").doesNotContain("Choose another");
        site.account("stranger");
        assertThat(site.loggedIn("stranger").get(browse).statusCode())
                .isEqualTo(404);
    }

    @Test
    void longFolder_comesInPages() throws Exception {
        answers(question -> new FolderListing(Outcome.YES, 10_000, IntStream.range(question.first(),
                question.first() + FolderListing.MOST).mapToObj(
                        i -> new Entry("%05d.h5".formatted(i), false, 1))
                .toList()));
        assertThat(browser.page(path("&folder=%2Fdata&page=37"))).contains("Page 37 of 100",
                "03600.h5", "03699.h5", "page=36\"", "page=38\"").doesNotContain("03700.h5");
    }

    @Test
    void refusalOfTheMachine_isSaidInWords() throws Exception {
        answers(question -> new FolderListing(switch (question.folder()) {
            case "/etc" -> Outcome.NOT_OPEN;
            case "/data/gone" -> Outcome.NOT_FOUND;
            default -> Outcome.UNREADABLE;
        }, 0, List.of()));
        assertThat(browser.page(path("&folder=%2Fetc"))).contains("This folder is not open");
        assertThat(browser.page(path("&folder=%2Fdata%2Fgone")))
                .contains("This folder does not exist");
        assertThat(browser.page(path("&folder=%2Fdata%2Fshut"))).contains("cannot be read");
        assertThat(browser.page(path("&folder=%2Fdata%2F..%2Fetc")))
                .contains("This folder is not open");
    }

    @Test
    void openedFoldersThatAreNone_areSaidWithTheCommandThatOpensOne() throws Exception {
        answers(_ -> new FolderListing(Outcome.YES, 0, List.of()));
        assertThat(browser.page(path(""))).contains("No folder is open yet", "folder open");
        assertThat(browser.page(path("&folder=%2Fdata"))).contains("This folder is empty");
    }

    @Test
    void silentMachine_isSaidToBeAndItsLateAnswerIsShown() throws Exception {
        String page = browser.page(path("&folder=%2Fdata"));
        assertThat(page).contains("has not answered yet", "hx-get").doesNotContain("up to date",
                "too old");
        FolderQuery question = site.catalog.machines().folderQueries()
                .handOut(machine.device().id()).getFirst();
        site.catalog.machines().folderQueries().answer(machine.device().id(), question.id(),
                new FolderListing(Outcome.YES, 1, List.of(new Entry("late.h5", false, 1))));
        String again = path("&folder=%2Fdata&asked=" + question.id());
        assertThat(page).contains(again.replace("&", "&amp;"));
        assertThat(browser.page(again)).contains("late.h5");
    }

    @Test
    void programs_browseAsThePagesDo() throws Exception {
        answers(question -> question.folder().equals("/data")
                ? new FolderListing(Outcome.YES, 201, List.of(new Entry("frames.h5", false, 4_200)))
                : new FolderListing(Outcome.NOT_OPEN, 0, List.of()));
        JsonNode folder = json(machine, "?folder=%2Fdata&page=3", 200);
        assertThat(folder.toString()).contains("\"state\":\"listed\"", "\"asked\":null",
                "\"path\":\"/data/frames.h5\"", "\"length\":4200", "\"page\":3,\"pages\":3");
        assertThat(json(machine, "?folder=%2Fetc", 200).get("state").asText())
                .isEqualTo("closed");
        json(machine, "?folder=%2Fdata&page=0", 400);
        json(machine, "?folder=%2Fdata&page=x", 400);
        json(site.machine(site.account("stranger"), "laptop"), "", 404);
    }

    @Test
    void programThatWasNotAnswered_asksForTheSameAnswer() throws Exception {
        JsonNode waiting = json(machine, "?folder=%2Fdata", 200);
        assertThat(waiting.get("state").asText()).isEqualTo("waiting");
        FolderQuery question = site.catalog.machines().folderQueries()
                .handOut(machine.device().id()).getFirst();
        assertThat(waiting.get("asked").asText()).isEqualTo(question.id());
        site.catalog.machines().folderQueries().answer(machine.device().id(), question.id(),
                new FolderListing(Outcome.YES, 0, List.of()));
        assertThat(json(machine, "?folder=%2Fdata&asked=" + question.id(), 200).get("state")
                .asText()).isEqualTo("listed");
        site.clock.set(site.clock.instant().plus(Duration.ofMinutes(3)));
        assertThat(json(machine, "?folder=%2Fdata", 200).get("state").asText())
                .isEqualTo("offline");
    }

    /** What a program of this machine's owner is told of the workstation's folders. */
    private JsonNode json(Enrolled caller, String query, int status) throws Exception {
        HttpResponse<String> answer = site.browser().send(HttpRequest.newBuilder(
                site.url.resolve("/api/v1/devices/" + machine.device().id() + "/folders" + query))
                .header("Authorization", "Bearer " + caller.apiToken()).build());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RestDescription.checked(answer);
    }

    @Test
    void machineThatIsAway_isNotAsked() throws Exception {
        site.clock.set(site.clock.instant().plus(Duration.ofMinutes(3)));
        assertThat(browser.page(path("&folder=%2Fdata"))).contains("is offline");
        assertThat(site.catalog.machines().folderQueries().handOut(machine.device().id()))
                .isEmpty();
    }

    @Test
    void machine_isBrowsedByItsOwnerAlone() throws Exception {
        site.account("stranger");
        Browser stranger = site.loggedIn("stranger");
        HttpResponse<String> hidden = stranger.get(path("&folder=%2Fdata"));
        assertThat(hidden.statusCode()).isEqualTo(404);
        assertThat(stranger.page("/publish/browse")).contains("Add a machine first");
        assertThat(site.catalog.machines().folderQueries().handOut(machine.device().id()))
                .isEmpty();
    }
}

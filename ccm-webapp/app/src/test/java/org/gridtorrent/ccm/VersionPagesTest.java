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
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionPagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account guest;
    private Enrolled workstation;
    private Content first;
    private String page;
    private Browser owner;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        Account publisher = site.account("publisher");
        guest = site.account("guest");
        workstation = site.machine(publisher, "workstation", "/data");
        Task task = site.publish(publisher, workstation.device(), "Frames", "",
                Grants.accounts(List.of(guest.id())));
        first = site.register(task, source("kept.h5", "old.h5"));
        page = "/datasets/" + first.id();
        owner = site.loggedIn("publisher");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void aNewVersion_isForTheSamePeopleAndLedToByTheOldOne() throws Exception {
        assertThat(owner.page(page + "/versions")).contains("This is the only version",
                page + "/versions/new");
        Content second = nextVersion();
        String next = "/datasets/" + second.id();
        site.clock.set(site.clock.instant().plus(Duration.ofHours(1)));
        site.register(site.catalog.work().assignments().of(workstation.device().id()).getFirst(),
                source("kept.h5", "new.h5"));
        Browser reader = site.loggedIn("guest");
        assertThat(reader.page(page))
                .contains("A newer version of this data set is available: version 2.", next);
        assertThat(reader.page(next)).doesNotContain("newer version").contains("Version 2.");
        assertThat(reader.page(next + "/versions")).containsSubsequence("Version 2", "this version",
                "Darks &lt;b&gt;added&lt;/b&gt;", "Version 1", "Changes",
                "Version 2 compared with version 1", "Added", "new.h5", "Removed", "old.h5",
                "Unknown", "kept.h5").doesNotContain("versions/new");
        assertThat(reader.page(page + "/versions?with=" + second.id()))
                .containsSubsequence("Added", "new.h5", "Removed", "old.h5");
        assertThat(reader.page(next + "/cite/datacite-xml"))
                .contains("<version>2</version>", "IsNewVersionOf", page);
        assertThat(reader.page(next + "/cite/bibtex")).contains("version = {2}");
        assertThat(reader.get(next + "/versions?with=none").statusCode()).isEqualTo(404);
    }

    @Test
    void inEveryList_versionsOfOneDataSet_areToldApart() throws Exception {
        Group group = site.group(
                site.catalog.identity().accounts().findByName("publisher").orElseThrow(),
                "Beam line", guest);
        site.catalog.access().grants().replace(first.ownerId(), first.id(),
                Grants.groups(List.of(group.id())));
        Browser reader = site.loggedIn("guest");
        assertThat(reader.page("/search?q=Frames")).contains("Frames").doesNotContain("Version 1");
        nextVersion();
        site.register(site.catalog.work().assignments().of(workstation.device().id()).getFirst(),
                source("kept.h5", "new.h5"));
        for (String list : List.of("/search?q=Frames&sort=newest", "/", "/my-data/shared")) {
            assertThat(reader.page(list)).as(list).containsSubsequence("Frames</a>", "Version 2",
                    "Frames</a>", "Version 1", "newer version available").containsOnlyOnce(
                            "newer version available");
        }
        assertThat(owner.page("/my-data")).containsSubsequence("Version 2", "Version 1",
                "newer version available");
        for (String list : List.of("/groups/" + group.id(), "/groups/" + group.id() + "/delete",
                "/report")) {
            assertThat(owner.page(list)).as(list).contains("Version 1", "Version 2",
                    "newer version available");
        }
    }

    @Test
    void aVersionThatOneMayNotSee_isNotAmongThem() throws Exception {
        Content second = nextVersion();
        site.register(site.catalog.work().assignments().of(workstation.device().id()).getFirst(),
                source("kept.h5", "new.h5"));
        site.catalog.access().grants().replace(second.ownerId(), second.id(),
                Grants.accounts(List.of(second.ownerId())));
        Browser reader = site.loggedIn("guest");
        assertThat(reader.page(page)).doesNotContain(second.id(), "newer version");
        assertThat(reader.page(page + "/versions")).doesNotContain(second.id());
        assertThat(reader.get(page + "/versions?with=" + second.id()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void aNewVersion_isItsOwnersAndFromAnOpenedFolder() throws Exception {
        Browser reader = site.loggedIn("guest");
        reader.page(page);
        assertThat(reader.get(page + "/versions/new").statusCode()).isEqualTo(403);
        assertThat(reader.post(page + "/versions/new", "device", workstation.device().id(),
                "path", "/data/next").statusCode()).isEqualTo(403);
        owner.page(page + "/versions/new");
        assertThat(owner.post(page + "/versions/new", "device", workstation.device().id(), "path",
                "/etc", "changes", "kept as typed").body())
                .contains("not in a folder", "kept as typed");
        assertThat(owner.post(page + "/versions/new", "device", "nosuch", "path", "data").body())
                .contains("Choose one of your machines", "Enter the full path");
        assertThat(site.catalog.datasets().versions().of(first.ownerId(), first.id())).hasSize(1);
    }

    @Test
    void aNewVersion_mayComeFromWhereTheOneBeforeLies_thoughThatIsNotOpen() throws Exception {
        String device = site
                .machine(site.catalog.identity().accounts().find(first.ownerId()).orElseThrow(),
                        "closed")
                .device().id();
        Content second = site
                .register(site.catalog.datasets().versionPublishing()
                        .prepare(first.ownerId(), first.id(),
                                device, "/runs/42")
                        .orElseThrow().task(), source("new.h5"));
        String form = "/datasets/" + second.id() + "/versions/new";
        assertThat(owner.page(form)).contains("value=\"/runs/42\"",
                "<option value=\"" + device + "\" selected>");
        assertThat(owner.post(form, "device", device, "path", "/runs/43").body())
                .contains("not in a folder");
        assertThat(owner.post(form, "device", workstation.device().id(), "path", "/runs/42")
                .body()).contains("not in a folder");
        assertThat(owner.post(form, "device", device, "path", "/runs/42").statusCode())
                .isEqualTo(303);
    }

    private Content nextVersion() throws Exception {
        owner.page(page + "/versions/new");
        site.clock.set(site.clock.instant().plus(Duration.ofHours(1)));
        HttpResponse<String> answer = owner.post(page + "/versions/new", "device",
                workstation.device().id(), "path", "/data/next", "changes",
                "Darks <b>added</b>");
        assertThat(answer.statusCode()).isEqualTo(303);
        // Sent twice, it is one version.
        assertThat(owner.post(page + "/versions/new", "device", workstation.device().id(),
                "path", "/data/next").headers().firstValue("Location"))
                .isEqualTo(answer.headers().firstValue("Location"));
        assertThat(owner.post(page + "/versions/new", "device", workstation.device().id(),
                "path", "/data/next", "changes", "Other words").body())
                .contains("being published as version 2", "Other words");
        Task task = site.catalog.work().assignments().of(workstation.device().id()).getFirst();
        return site.catalog.datasets().contents().find(first.ownerId(), task.contentId())
                .orElseThrow();
    }

    private Path source(String... names) throws Exception {
        Path source = Files.createDirectories(folder.resolve(String.join("-", names))
                .resolve("source"));
        for (String name : names) {
            Files.writeString(source.resolve(name), "bytes of " + name);
        }
        return source;
    }
}

package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastEndTest {
    @TempDir
    Path folder;
    private TestSite site;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void aPageThatNoListHas_saysSo_andLeadsToTheFirst() throws Exception {
        Account boss = site.catalog.identity().accounts().registerAdmin("boss", "Who runs it",
                TestSite.PASSWORD);
        Device machine = site.machine(boss, "laptop", "/data").device();
        Group group = site.group(boss, "Beam line");
        Content run = site.register(site.publish(boss, machine, "Run 42", "",
                Grants.groups(List.of(group.id()))),
                Files.writeString(folder.resolve("run"), "frames"));
        Browser browser = site.loggedIn("boss");
        for (String path : List.of("/admin/users?page=", "/admin/groups?page=",
                "/admin/groups?q=beam&page=", "/admin/audit?page=", "/admin/mail?page=",
                "/admin/invitations?page=", "/account/activity?page=", "/report?page=",
                "/report?q=run&page=", "/report/people?page=", "/report/datasets/" + run.id()
                        + "?page=",
                "/transfers?page=", "/transfers?active=", "/my-data?page=",
                "/my-data?withdrawn=", "/my-data/shared?page=", "/inbox?page=",
                "/inbox?asked=", "/notices?page=", "/groups?page=", "/groups?mine=",
                "/groups/" + group.id() + "?page=", "/groups/" + group.id() + "?mailed=",
                "/buddies?page=", "/buddies?blocked=", "/datasets/" + run.id()
                        + "/activity?page=",
                "/search?page=")) {
            assertThat(browser.page(path + "400")).as(path).contains("There is no such page")
                    .doesNotContain("No results", "Nothing is published yet", "No entries");
            assertThat(browser.page(path + "1")).as(path)
                    .doesNotContain("There is no such page");
        }
    }
}

package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

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

class SharedPagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Account member;
    private Device machine;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("keys"));
        publisher = site.account("publisher");
        member = site.account("member");
        machine = site.machine(publisher, "source").device();
        browser = site.loggedIn("member");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    private Content published(String title, Grants grants) throws Exception {
        site.clock.set(site.clock.instant().plusSeconds(60));
        return site.register(site.publish(publisher, machine, title, "", grants),
                Files.writeString(folder.resolve(title.replace(' ', '-')), title));
    }

    @Test
    void whatOthersGave_saysWhoByWhatAndUntilWhen() throws Exception {
        Group group = site.group(publisher, "Beam line", member);
        published("Frames of all", Grants.EVERYONE);
        published("Frames of the group", Grants.groups(List.of(group.id())));
        Content named = published("Frames for one", Grants.accounts(List.of(member.id())));
        var end = site.clock.instant().plus(Duration.ofDays(3));
        site.catalog.access().expiry().change(publisher.id(), named.id(),
                Map.of(member.id(), Optional.of(end)));
        assertThat(browser.page("/my-data")).contains("href=\"/my-data/shared\"");
        assertThat(browser.page("/my-data/shared"))
                .containsSubsequence("Frames for one", "by publisher", "With you by name",
                        "until <time datetime=\"2026-03-04\">", "Frames of the group",
                        "Through the group <a href=\"/groups/" + group.id() + "\">Beam line")
                .doesNotContain("Frames of all");
        assertThat(site.loggedIn("publisher").page("/my-data/shared"))
                .contains("Nothing is shared with you yet");
    }

    @Test
    void aLongList_comesInPages() throws Exception {
        assertThat(browser.page("/my-data/shared")).doesNotContain("class=\"pages\"");
        for (int i = 0; i <= 50; i++) {
            published("Run number " + (100 + i), Grants.accounts(List.of(member.id())));
        }
        assertThat(browser.page("/my-data/shared")).contains("Run number 150", "?page=2")
                .doesNotContain("Run number 100");
        assertThat(browser.page("/my-data/shared?page=2")).contains("Run number 100")
                .doesNotContain("Run number 101");
        assertThat(browser.page("/my-data/shared?page=3"))
                .contains("There is no such page");
    }
}

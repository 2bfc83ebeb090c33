package org.gridtorrent.ccm.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.ccm.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What an administrator does, and how others meet it. */
@EnabledIf("org.gridtorrent.ccm.browser.Chromium#isInstalled")
class AdminFlowsTest {
    @TempDir
    Path folder;
    private BrowserSession crowd;
    private Visitor boss;

    @BeforeEach
    void open() throws Exception {
        crowd = new BrowserSession(folder);
        crowd.site.catalog.identity().accounts().registerAdmin("boss", "Who runs it",
                TestSite.PASSWORD);
        boss = crowd.loggedIn("boss");
    }

    @AfterEach
    void close() throws Exception {
        crowd.close();
    }

    @Test
    void aQuotaIsSet_metAndRaised() throws Exception {
        var person = crowd.person("person");
        var machine = crowd.site.machine(
                crowd.site.catalog.identity().accounts().findByName("person").orElseThrow(),
                "workstation", "/data");
        boss.go("/admin/settings");
        boss.page().fill("[name=quotaDatasets]", "0");
        boss.press("main form[action='/admin/settings/quota'] .actions button");
        assertThat(boss.text()).contains("The quota is saved.");
        publish(person);
        assertThat(person.text()).contains("Your quota of 0 data sets");
        assertThat(person.page().inputValue("#title")).isEqualTo("Run 17");
        boss.go("/admin/users/" + crowd.id("person"));
        boss.page().check("[name=own][value=yes]");
        boss.page().fill("[name=quotaDatasets]", "1");
        boss.press("main form[action$='/quota'] .actions button");
        publish(person);
        assertThat(person.text()).contains("has started. Its progress is under Transfers");
        person.turnAway();
        crowd.published(machine.device().id(),
                Files.writeString(folder.resolve("a.h5"), "bytes"));
        person.go("/my-data");
        assertThat(person.text()).contains("1 of 1 data sets");
    }

    private static void publish(Visitor person) {
        person.go("/publish");
        person.page().fill("#title", "Run 17");
        person.page().check("input[name=folder][value='/data']");
        person.page().check("input[name=access][value=public]");
        person.press("main form[action='/publish'] > .actions button");
        person.press("main button[value=publish]");
    }

    @Test
    void aBackupIsMade_whileOneLooks() {
        boss.go("/admin/backup");
        assertThat(boss.text()).contains("No backups yet.");
        boss.press("main form[action='/admin/backup'] button");
        boss.page().waitForSelector("text=The backup is made.");
        assertThat(boss.text()).contains("site-1.backup");
    }
}

package org.gridtorrent.ccm.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The main errands with a browser that runs no scripts. */
@EnabledIf("org.gridtorrent.ccm.browser.Chromium#isInstalled")
class NoScriptTest {
    @TempDir
    Path folder;

    @Test
    void peopleShareWithoutScripts() throws Exception {
        try (var crowd = new BrowserSession(folder)) {
            var owner = crowd.withoutScripts("owner");
            var reader = crowd.withoutScripts("reader");
            Enrolled workstation = machine(crowd, "owner", "workstation");
            machine(crowd, "reader", "laptop");
            owner.go("/groups/new");
            owner.page().fill("#name", "Detectors");
            owner.press("main form .actions button");
            owner.page().fill("main [name=name]", "reader");
            owner.press("main form[action$='/invite'] button");
            reader.go("/inbox");
            reader.press("main form[action$='/accept'] button >> nth=0");
            owner.go("/publish");
            owner.page().fill("#title", "Run 17");
            owner.page().check("input[name=folder][value='/data']");
            owner.page().check("input[name=access][value=group]");
            owner.page().check("input[name=groups]");
            owner.press("main form[action='/publish'] > .actions button");
            owner.press("main button[value=publish]");
            Path source = Files.createDirectories(folder.resolve("run"));
            Files.writeString(source.resolve("frame.h5"), "bytes");
            crowd.published(workstation.device().id(), source);
            reader.go("/search?q=run");
            reader.press("main a:has-text('Run 17')");
            reader.press("main form[action$='/get'] button");
            assertThat(reader.text()).contains("has started. Its progress is under Transfers");
            owner.go("/publish");
            owner.page().check("input[name=access][value=user]");
            owner.page().fill("#find", "reader");
            owner.press("button[value=find]");
            assertThat(owner.page().isVisible("input[name=users][value=reader]")).isTrue();
            reader.pressButton("Dark");
            reader.go("/transfers");
            assertThat(reader.page().getAttribute("html", "data-theme")).isEqualTo("dark");
            reader.pressButton("Cancel Run 17");
            reader.pressButton("Log out");
            assertThat(reader.text()).contains("You are logged out.");
        }
    }

    private static Enrolled machine(BrowserSession crowd, String account, String name) {
        return crowd.site.machine(
                crowd.site.catalog.identity().accounts().findByName(account).orElseThrow(),
                name, "/data");
    }
}

package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.device.DeviceLimits.Limits;
import org.gridtorrent.ccm.device.WeeklySchedule;
import org.gridtorrent.ccm.device.WeeklySchedule.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachinePagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account owner;
    private Enrolled machine;
    private Browser browser;
    private String page;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        owner = site.account("owner");
        machine = site.machine(owner, "workstation", "/data");
        browser = site.loggedIn("owner");
        page = "/machines/" + machine.device().id();
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void machine_isShownWithItsDiskFoldersAndWhatOverrulesTheLimits() throws Exception {
        assertThat(browser.page("/machines")).contains("href=\"" + page + "\"");
        assertThat(browser.page(page)).contains("workstation", "812 GB", "The lower of this rate",
                "No limit is set", "/publish/browse?device=" + machine.device().id(),
                page + "/withdraw");
    }

    /** A client asks at least each 50 s. */
    @Test
    void machineThatIsSilent_isOfflineAfterALittleMoreThanAMinute() throws Exception {
        site.clock.set(site.clock.instant().plusSeconds(70));
        assertThat(browser.page("/machines")).contains(">Online<").doesNotContain(">Offline<");
        site.clock.set(site.clock.instant().plusSeconds(10));
        assertThat(browser.page("/machines")).contains(">Offline<").doesNotContain(">Online<");
        assertThat(browser.page("/publish/browse?device=" + machine.device().id()))
                .contains("This machine is offline").doesNotContain("up to date");
    }

    @Test
    void weeksSchedule_isKeptAsMachinesReadItAndShownAgain() throws Exception {
        browser.page(page);
        HttpResponse<String> answer = browser.post(page + "/limits", "up-day-0", "", "up-from-0",
                "08:00", "up-rate-0", "2.5", "up-day-1", "Fri", "up-from-1", "18:00",
                "up-rate-1", "", "up-day-2", "", "up-from-2", "", "up-rate-2", "", "down-day-0",
                "", "down-from-0", "", "down-rate-0", "10");
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(site.catalog.machines().limits().of(machine.device().id())).isEqualTo(
                new Limits("08:00,2500000 Fri-18:00,off", "00:00,10000000"));
        assertThat(browser.page(page)).contains("value=\"08:00\"", "value=\"2.5\"",
                "<option value=\"Fri\" selected>", "value=\"10\"");
        browser.post(page + "/limits");
        assertThat(site.catalog.machines().limits().of(machine.device().id()))
                .isEqualTo(Limits.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.0", "-1", "2M", "1e9", "1.2345"})
    void wrongRate_isRefusedAndShownAsTyped(String rate) throws Exception {
        browser.page(page);
        HttpResponse<String> answer = browser.post(page + "/limits", "up-from-0", "08:00",
                "up-rate-0", rate);
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("value=\"" + rate + "\"", "Enter a rate above 0");
        assertThat(site.catalog.machines().limits().of(machine.device().id()))
                .isEqualTo(Limits.NONE);
    }

    @Test
    void sameBeginTwice_isRefused() throws Exception {
        browser.page(page);
        assertThat(browser.post(page + "/limits", "up-from-0", "", "up-rate-0", "1", "up-from-1",
                "00:00", "up-rate-1", "2").statusCode()).isEqualTo(422);
        assertThat(browser.post(page + "/limits", "up-day-0", "Someday", "up-rate-0", "1")
                .statusCode()).isEqualTo(422);
    }

    @Test
    void machine_isItsOwnersAlone() throws Exception {
        site.account("stranger");
        Browser stranger = site.loggedIn("stranger");
        assertThat(stranger.get(page).statusCode()).isEqualTo(404);
        assertThat(stranger.post(page + "/limits", "up-rate-0", "1").statusCode())
                .isEqualTo(404);
        assertThat(site.catalog.machines().limits().of(machine.device().id()))
                .isEqualTo(Limits.NONE);
    }

    @Test
    void week_isReadBackAsItWasWritten() {
        String text = "00:00,1000 Mon-08:00,off Sun-23:59,2500000";
        assertThat(WeeklySchedule.of(text).text()).isEqualTo(text);
        assertThat(WeeklySchedule.of(text).rows()).contains(new Row("", "00:00", "0.001"));
        assertThat(WeeklySchedule.of("").text()).isEmpty();
    }
}

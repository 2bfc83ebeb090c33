package org.gridtorrent.ccm.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.people.BuddyStatus;
import org.gridtorrent.ccm.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Several people with browsers of their own, each with a page from before the other acted. */
@EnabledIf("org.gridtorrent.ccm.browser.Chromium#isInstalled")
class PeopleFlowsTest {
    @TempDir
    Path folder;
    private BrowserSession crowd;

    @BeforeEach
    void open() throws Exception {
        crowd = new BrowserSession(folder);
    }

    @AfterEach
    void close() throws Exception {
        crowd.close();
    }

    @Test
    void invitationAndRequestAtTheSameTime_makeAMember() {
        var owner = crowd.person("owner");
        var guest = crowd.person("guest");
        String group = group(owner, "open");
        guest.go(group);
        owner.go(group);
        guest.pressButton("Ask to join");
        owner.page().fill("main [name=name]", "guest");
        owner.press("main form[action='" + group + "/invite'] button");
        assertThat(owner.text()).contains("The guest").doesNotContain("Ask to join");
        guest.go(group);
        assertThat(guest.page().innerText("main .head")).contains("Member");
        guest.go("/inbox");
        assertThat(guest.text()).contains("Nothing waits for your answer");
    }

    @Test
    void anOwnerHandsOverAndLeaves() {
        var owner = crowd.person("owner");
        var heir = crowd.person("heir");
        String group = group(owner, "closed");
        assertThat(heir.go(group)).isEqualTo(404);
        invite(owner, group, "heir");
        heir.go("/inbox");
        heir.press("main form[action='" + group + "/accept'] button >> nth=0");
        owner.go(group);
        assertThat(owner.page().isDisabled("role=button[name='Leave Detectors']")).isTrue();
        owner.page().click("main details.more summary");
        owner.page().selectOption("main select[name=role]", "owner");
        owner.press("main form[action='" + group + "/role'] button");
        heir.go(group);
        owner.go(group);
        owner.pressButton("Leave Detectors");
        assertThat(owner.text()).contains("You left the group");
        assertThat(owner.go(group)).isEqualTo(404);
        assertThat(heir.go(group)).isEqualTo(200);
        assertThat(heir.page().isDisabled("role=button[name='Leave Detectors']")).isTrue();
        assertThat(heir.page().innerText("main .head")).contains("Owner");
    }

    @Test
    void whoeverIsInvitedByMail_makesAnAccountAndIsAMember() {
        var owner = crowd.person("owner");
        String group = group(owner, "closed");
        owner.go(group);
        owner.page().fill("main form[action='" + group + "/invitations'] [name=address]",
                "guest@example.org");
        owner.press("main form[action='" + group + "/invitations'] button");
        var link = Pattern.compile("/setup/invitation\\?code=\\S+").matcher(owner.text());
        assertThat(link.find()).as(owner.text()).isTrue(); // the site sends no mail
        var guest = crowd.anonymous();
        guest.go(link.group());
        guest.page().fill("main [name=name]", "guest");
        guest.page().fill("main [name=fullName]", "The guest");
        guest.page().fill("main [name=password]", TestSite.PASSWORD);
        guest.press("main form[action='/setup/invitation'] button");
        assertThat(guest.page().innerText("main .head")).contains("Member");
        owner.go(group);
        assertThat(owner.text()).contains("The guest");
        assertThat(crowd.anonymous().go(link.group())).isEqualTo(404);
    }

    @Test
    void whoIsBlocked_reachesNobodyAndIsNotTold() {
        var quiet = crowd.person("quiet");
        var noisy = crowd.person("noisy");
        ask(noisy, "quiet");
        quiet.go("/inbox");
        quiet.pressButton("Block The noisy");
        assertThat(quiet.text()).contains("The person is blocked and is not notified.");
        ask(noisy, "quiet");
        assertThat(noisy.text()).doesNotContain("block");
        quiet.go("/inbox");
        assertThat(quiet.text()).contains("Nothing waits for your answer");
        assertThat(crowd.site.catalog.people().buddies().bond(crowd.id("quiet"), crowd.id("noisy")))
                .isEqualTo(BuddyStatus.BLOCKED);
        quiet.go("/buddies");
        quiet.pressButton("Unblock The noisy");
        ask(noisy, "quiet");
        quiet.go("/inbox");
        quiet.press("main form[action$='/accept'] button >> nth=0");
        assertThat(quiet.text()).contains("You are now buddies.");
    }

    @Test
    void threePeopleShareAGroup_andWhoIsRemovedLosesItAtOnce() {
        var owner = crowd.person("owner");
        var first = crowd.person("first");
        var second = crowd.person("second");
        String group = group(owner, "closed");
        for (String name : new String[]{"first", "second"}) {
            invite(owner, group, name);
        }
        for (Visitor guest : new Visitor[]{first, second}) {
            guest.go("/inbox");
            guest.press("main form[action='" + group + "/accept'] button >> nth=0");
            guest.go(group);
        }
        owner.go(group);
        owner.page().click("main details.more summary[aria-label*='The first']");
        owner.pressButton("Remove The first");
        assertThat(owner.text()).contains("The person is no longer a member.");
        first.press("main form[action='" + group + "/leave'] button");
        assertThat(first.go(group)).isEqualTo(404);
        second.page().reload();
        assertThat(second.text()).contains("The owner").doesNotContain("The first");
    }

    private static String group(Visitor owner, String access) {
        owner.go("/groups/new");
        owner.page().fill("#name", "Detectors");
        owner.page().check("input[name=access][value=" + access + "]");
        owner.press("main form .actions button");
        return owner.page().url().replaceAll("^https?://[^/]*|[?].*$", "");
    }

    private static void invite(Visitor owner, String group, String name) {
        owner.go(group);
        owner.page().fill("main [name=name]", name);
        owner.press("main form[action='" + group + "/invite'] button");
        assertThat(owner.text()).contains("The invitation is sent.");
    }

    private static void ask(Visitor visitor, String name) {
        visitor.go("/buddies");
        visitor.page().fill("main [name=name]", name);
        visitor.press("main form[action='/buddies'] button");
    }
}

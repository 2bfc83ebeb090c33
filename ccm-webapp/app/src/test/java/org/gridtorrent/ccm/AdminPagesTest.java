package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminPagesTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Pattern LINK = Pattern.compile("/setup\\?code=[^<\\s]+");

    @TempDir
    Path folder;
    private TestSite site;
    private Account admin;
    private Account member;
    private Browser boss;
    private Browser other;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
        admin = site.catalog.identity().accounts().registerAdmin("boss", "Who runs it",
                TestSite.PASSWORD);
        member = site.account("member");
        boss = site.loggedIn("boss");
        other = site.loggedIn("member");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void nobodyButAnAdministrator_hasThesePages() throws Exception {
        String user = "/admin/users/" + member.id();
        assertThat(boss.page("/")).contains("href=\"/admin/users\"");
        assertThat(other.page("/")).doesNotContain("/admin");
        for (String path : List.of("/admin", "/admin/users", user, "/admin/audit",
                "/admin/audit/csv", "/admin/settings", "/admin/groups", "/admin/health",
                "/admin/mail", "/admin/mail/list", "/admin/invitations", "/admin/backup",
                "/admin/backup/live")) {
            assertThat(other.get(path).statusCode()).as(path).isEqualTo(404);
            assertThat(boss.get(path).statusCode()).as(path).isIn(200, 303);
            assertThat(site.browser().get(path).headers().firstValue("Location").orElse(""))
                    .as(path).startsWith("/login");
        }
        other.page("/");
        for (String path : List.of(user + "/disable", user + "/enable", user + "/role",
                user + "/link", user + "/end-sessions", "/admin/settings", "/admin/mail",
                "/admin/invitations", "/admin/invitations/again",
                "/admin/invitations/withdraw", "/admin/settings/quota", "/admin/backup",
                "/admin/backup/delete",
                user + "/quota")) {
            assertThat(other.post(path, "role", "admin", "registration", "closed", "auditDays",
                    "1").statusCode()).as(path).isEqualTo(404);
        }
        assertThat(found(member).role()).isEqualTo(Account.Role.USER);
    }

    @Test
    void anAccount_isDisabledAndEnabledAgain() throws Exception {
        String user = "/admin/users/" + member.id();
        assertThat(boss.page("/admin/users?q=mem")).contains("The member")
                .doesNotContain("/admin/users/" + admin.id());
        boss.page(user);
        assertThat(boss.post(user + "/disable").statusCode()).isEqualTo(303);
        assertThat(found(member).disabled()).isTrue();
        assertThat(other.get("/account").statusCode()).isEqualTo(303);
        assertThat(boss.page(user + "?notice=user-disabled")).contains("The account is disabled.",
                user + "/enable").doesNotContain(user + "/link");
        assertThat(boss.post(user + "/link").statusCode()).isEqualTo(404);
        boss.post(user + "/enable");
        assertThat(found(member).disabled()).isFalse();
        site.browser().loggedInAs("member");
    }

    @Test
    void theLastAdministrator_staysAndIsToldWhy() throws Exception {
        String self = "/admin/users/" + admin.id();
        boss.page(self);
        HttpResponse<String> refused = boss.post(self + "/disable");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("last administrator");
        assertThat(boss.post(self + "/role", "role", "user").statusCode()).isEqualTo(409);
        assertThat(boss.post(self + "/role", "role", "king").statusCode()).isEqualTo(400);
        boss.post("/admin/users/" + member.id() + "/role", "role", "admin");
        assertThat(other.page("/admin/users")).contains("Who runs it");
        assertThat(boss.post(self + "/role", "role", "user").statusCode()).isEqualTo(303);
        assertThat(boss.get("/admin/users").statusCode()).isEqualTo(404);
    }

    @Test
    void aPasswordLink_isShownOnceAndWorks() throws Exception {
        String user = "/admin/users/" + member.id();
        boss.page(user);
        Matcher link = LINK.matcher(boss.post(user + "/link").body());
        assertThat(link.find()).isTrue();
        assertThat(boss.page(user)).doesNotContain("/setup?code=");
        Browser owner = site.browser();
        owner.get(link.group());
        owner.page("/setup");
        assertThat(owner.post("/setup", "password", "another of many words").statusCode())
                .isEqualTo(303);
        assertThat(other.get("/account").statusCode()).isEqualTo(303);
        boss.post(user + "/end-sessions");
        assertThat(owner.get("/account").statusCode()).isEqualTo(303);
    }

    @Test
    void aGroupWithoutAnOwner_isHandedOver_andAnyIsDeleted() throws Exception {
        Account owner = site.account("owner");
        Group group = site.group(owner, "Beam line", member);
        String path = "/admin/groups/" + group.id();
        assertThat(boss.page("/admin/groups?q=beam")).contains("Beam line", "2 members")
                .doesNotContain("No owner");
        assertThat(boss.page(path)).doesNotContain(path + "/hand-over");
        assertThat(boss.post(path + "/hand-over", "name", "member").statusCode()).isEqualTo(422);
        site.catalog.identity().accounts().disable(owner.id());
        assertThat(boss.page("/admin/groups")).contains("No owner");
        assertThat(boss.page(path)).contains(path + "/hand-over");
        assertThat(boss.post(path + "/hand-over", "name", "ghost").body())
                .contains("There is no user with this name.");
        assertThat(boss.post(path + "/hand-over", "name", "boss").body())
                .contains("The new owner must be a member of the group");
        assertThat(boss.post(path + "/hand-over", "name", "Member").statusCode()).isEqualTo(303);
        assertThat(site.catalog.people().memberships().standing(member.id(), group.id()))
                .isEqualTo(MembershipStatus.OWNER);
        assertThat(other.post(path + "/delete").statusCode()).isEqualTo(404);
        assertThat(boss.post(path + "/delete").statusCode()).isEqualTo(303);
        assertThat(boss.post(path + "/delete").statusCode()).isEqualTo(404);
        assertThat(boss.page("/admin/groups")).contains("There are no groups yet.");
    }

    @Test
    void settings_holdAtOnce() throws Exception {
        assertThat(boss.page("/admin/settings")).contains("A laboratory", site.url.toString());
        assertThat(boss.post("/admin/settings", "registration", "ajar", "auditDays", "x",
                "invitationDays", "100").body())
                .contains("Choose an option.", "Enter a number of days from 1 to 3650",
                        "Enter a number of days from 1 to 90");
        assertThat(boss.post("/admin/settings", "registration", "closed", "auditDays", "3651",
                "invitationDays", "14")
                .body()).contains("1 to 3650 days");
        assertThat(boss.post("/admin/settings", "registration", "closed", "auditDays", "30",
                "invitationDays", "14").statusCode()).isEqualTo(303);
        Browser stranger = site.browser();
        assertThat(stranger.page("/register"))
                .contains("Only the administrator can create accounts");
        assertThat(stranger.post("/register", "name", "stranger", "fullName", "A stranger",
                "password", TestSite.PASSWORD).statusCode()).isEqualTo(403);
        assertThat(site.catalog.identity().accounts().findByName("stranger")).isEmpty();
        boss.post("/admin/settings", "registration", "invited", "auditDays", "30",
                "invitationDays", "14");
        assertThat(stranger.page("/register")).contains("Registration requires an invitation");
        assertThat(stranger.post("/register", "name", "stranger", "fullName", "A stranger",
                "password", TestSite.PASSWORD).statusCode()).isEqualTo(403);
        boss.post("/admin/settings", "registration", "open", "auditDays", "30",
                "invitationDays", "14");
        assertThat(stranger.page("/register")).contains("name=\"fullName\"");
    }

    @Test
    void aQuota_isSetForAllOrForOne_andSaidWhereItHolds() throws Exception {
        String all = "/admin/settings/quota";
        String one = "/admin/users/" + member.id() + "/quota";
        assertThat(other.post(all, "quotaDatasets", "1").statusCode()).isEqualTo(404);
        assertThat(other.post(one, "own", "yes").statusCode()).isEqualTo(404);
        assertThat(other.page("/my-data")).doesNotContain("Published:");
        boss.page("/admin/settings");
        assertThat(boss.post(all, "quotaDatasets", "some", "quotaBytes", "500").body())
                .contains("Enter a whole number", "Enter a size with a unit");
        assertThat(boss.post(all, "quotaDatasets", "0", "quotaBytes", "1.5 tb").statusCode())
                .isEqualTo(303);
        assertThat(boss.page("/admin/settings")).contains("value=\"1500 GB\"");
        assertThat(other.page("/my-data")).contains("0 of 0 data sets", "0 B of 1.50 TB");
        assertThat(boss.page("/admin/audit?kind=QUOTA_CHANGED"))
                .contains("0 data sets, 1.50 TB");
        assertThat(boss.page("/admin/health"))
                .contains("2 users have reached their quotas.");
        String machine = site.machine(member, "laptop", "/data").device().id();
        other.page("/publish");
        HttpResponse<String> refused = other.post("/publish", "title", "Run", "access", "public",
                "device", machine, "folder", "/data", "do", "publish");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("Your quota of 0 data sets");
        assertThat(boss.post(one, "own", "yes", "quotaBytes", "much").body())
                .contains("Enter a size with a unit");
        boss.post(one, "own", "yes", "quotaDatasets", "20", "quotaBytes", "");
        assertThat(boss.page("/admin/users/" + member.id())).contains("0 of 20 data sets",
                "value=\"20\"");
        assertThat(other.page("/my-data")).contains("0 of 20 data sets");
        assertThat(boss.page("/admin/audit?kind=QUOTA_CHANGED"))
                .contains("member: 20 data sets, any size");
        boss.post(one, "own", "no");
        assertThat(boss.page("/admin/audit?kind=QUOTA_CHANGED")).contains("member: site default");
        assertThat(other.page("/my-data")).contains("0 of 0 data sets");
    }

    @Test
    void whereTheDatabaseHasItsOwnTools_theBackupPageSaysHow() throws Exception {
        site.close();
        site = TestSite.withoutBackups(folder.resolve("other"));
        site.catalog.identity().accounts().registerAdmin("boss", "Who runs it", TestSite.PASSWORD);
        boss = site.loggedIn("boss");
        assertThat(boss.page("/admin/backup")).contains("pg_dump --format=custom")
                .doesNotContain("action=\"/admin/backup\"");
        assertThat(boss.post("/admin/backup").statusCode()).isEqualTo(409);
        assertThat(boss.post("/admin/backup/delete", "name", "x").statusCode()).isEqualTo(409);
    }

    @Test
    void aBackup_isMadeAndListed_andHandedOutToNobody() throws Exception {
        assertThat(boss.page("/admin/backup")).contains("No backups yet.",
                "The file contains the site", site.backups.folder().toString());
        assertThat(boss.post("/admin/backup").statusCode()).isEqualTo(303);
        await().atMost(SOON).untilAsserted(() -> assertThat(boss.page("/admin/backup/live"))
                .contains("The backup is made.", "site-1.backup")
                .doesNotContain("hx-get", "href"));
        assertThat(site.backups.folder().resolve("site-1.backup")).exists();
        assertThat(boss.page("/admin/health")).contains("The last backup was made on");
        assertThat(boss.page("/admin/audit?kind=BACKUP_MADE")).contains("site-1.backup",
                ">Backup made</td>", "127.0.0.1");
        assertThat(boss.get("/admin/backup/site-1.backup").statusCode()).isEqualTo(404);
        site.backups.fail();
        boss.post("/admin/backup");
        await().atMost(SOON).untilAsserted(() -> assertThat(boss.page("/admin/backup"))
                .contains("The backup failed: ", "is no folder"));
    }

    @Test
    void anOldBackup_isDeleted_andNothingElse() throws Exception {
        site.backups.make();
        Files.writeString(folder.resolve("other"), "not a backup");
        assertThat(boss.page("/admin/backup")).contains("gridtorrent-server restore "
                + site.backups.folder().resolve("site-1.backup"), "cannot be recovered");
        for (String name : List.of("../other", folder.resolve("other").toString(), "", "no")) {
            assertThat(boss.post("/admin/backup/delete", "name", name).statusCode()).as(name)
                    .isEqualTo(303);
        }
        assertThat(folder.resolve("other")).exists();
        assertThat(boss.page("/admin/audit?kind=BACKUP_DELETED")).doesNotContain("127.0.0.1");
        boss.page("/admin/backup");
        boss.post("/admin/backup/delete", "name", "site-1.backup");
        assertThat(boss.page("/admin/backup")).contains("No backups yet.");
        assertThat(boss.page("/admin/audit?kind=BACKUP_DELETED")).contains("site-1.backup",
                ">Backup deleted</td>", "127.0.0.1");
    }

    @Test
    void health_saysWhatIsWrongAndWhatToDo() throws Exception {
        assertThat(boss.page("/admin/health")).contains("The database answers and accepts changes.",
                "No machine has been added yet.", "No mail server is set.", " free at ",
                "The certificate is valid until", "No backup was made yet.", "1 problem");
        site.catalog.site().settings().noteBackup("", "site.backup");
        site.machine(member, "laptop");
        assertThat(boss.page("/admin/health")).contains("1 of 1 machines were in contact",
                "The last backup was made on", "Everything is OK");
        site.clock.set(site.clock.instant().plus(Duration.ofDays(8)));
        boss = site.loggedIn("boss");
        assertThat(boss.page("/admin/health")).contains(
                "No machine was in contact within the last four minutes",
                "https://127.0.0.1:8481", "1 machine had no contact for a week",
                "Make one every day", "3 problems");
    }

    @Test
    void health_tellsFailedTransfersFromRefusedOnes() throws Exception {
        Device device = site.machine(member, "laptop").device();
        assertThat(boss.page("/admin/health")).contains("No transfer failed in the last 24 hours.");
        fails(device, Optional.of(Task.Problem.NOT_FOUND));
        assertThat(boss.page("/admin/health")).contains("No transfer failed for technical reasons"
                + " in the last 24 hours. 1 was refused");
        fails(device, Optional.empty());
        assertThat(boss.page("/admin/health")).contains("1 transfer failed in the last 24 hours")
                .doesNotContain("No transfer failed");
    }

    private void fails(Device device, Optional<Task.Problem> problem) {
        Task task = site.publish(member, device, "Run 17", "", Grants.EVERYONE);
        site.catalog.work().assignments().report(device.id(), task.id(), new Task.Report(
                Task.State.FAILED, 0, 42, 0, 0, Optional.empty(), problem, List.of()));
    }

    @Test
    void theSitesName_isChangedAndBackAgain() throws Exception {
        String path = "/admin/settings";
        boss.page(path);
        assertThat(boss.post(path, "siteName", "x".repeat(61), "registration", "open",
                "auditDays", "30", "invitationDays", "14").body())
                .contains("Use at most 60 characters.");
        assertThat(boss.post(path, "siteName", "Two\nlines", "registration", "open",
                "auditDays", "30", "invitationDays", "14").statusCode()).isEqualTo(422);
        boss.post(path, "siteName", "Grid of <Things>", "registration", "open", "auditDays", "30",
                "invitationDays", "14");
        await().atMost(SOON).untilAsserted(() -> assertThat(site.browser().page("/login"))
                .contains("· Grid of &lt;Things&gt;</title>"));
        assertThat(boss.page(path)).contains("value=\"Grid of &lt;Things");
        boss.post(path, "siteName", "", "registration", "open", "auditDays", "30",
                "invitationDays", "14");
        await().atMost(SOON).untilAsserted(() -> assertThat(site.browser().page("/login"))
                .contains("· A laboratory</title>"));
    }

    @Test
    void theAuditLog_saysWhoDidWhat_andIsNarrowedDown() throws Exception {
        boss.page("/admin/users/" + member.id());
        boss.post("/admin/users/" + member.id() + "/end-sessions");
        site.browser().page("/login");
        Browser failing = site.browser();
        failing.page("/login");
        failing.post("/login", "name", "member", "password", "not the password");
        assertThat(boss.page("/admin/audit")).contains("Sessions ended", "Login failed",
                "127.0.0.1", "Pages");
        assertThat(boss.page("/admin/audit?person=boss&kind=SESSIONS_ENDED"))
                .contains(">Sessions ended</td>").doesNotContain(">Login failed</td>");
        assertThat(boss.page("/admin/audit?from=2026-03-02")).contains("No entries");
        HttpResponse<String> wrong = boss.get("/admin/audit?from=yesterday");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("Enter a day such as");
        assertThat(boss.page("/admin/audit/csv?kind=SESSIONS_ENDED")).isEqualTo(String.join("\r\n",
                "time,who,what,data set,title,detail,way,token,address",
                "2026-03-01T10:00:00Z,boss,sessions_ended,,,member,page,,127.0.0.1", ""));
    }

    @Test
    void theAuditLog_hasTimesAndWordsForPeople() throws Exception {
        Device machine = site.machine(member, "laptop", "/data").device();
        Group group = site.group(member, "Beam line", admin);
        site.publish(member, machine, "Run 42", "", Grants.EVERYONE);
        String content = site.catalog.datasets().contents().ownedBy(member.id(), 0, 1).items()
                .getFirst()
                .id();
        site.catalog.access().grants().replace(member.id(), content,
                Grants.groups(List.of(group.id())));
        site.catalog.people().memberships().changeRole(member.id(), group.id(), admin.id(),
                MembershipStatus.ADMIN);
        site.catalog.identity().apiTokens().create(member.id(), "nightly", ApiToken.Scope.READ,
                Duration.ofDays(1));
        boss.page("/admin/settings");
        boss.post("/admin/settings", "registration", "closed", "auditDays", "30",
                "invitationDays", "14");
        boss.post("/admin/users/" + member.id() + "/role", "role", "admin");
        assertThat(boss.page("/admin/audit")).contains("1 March 2026, 10:00 UTC",
                "Groups: Beam line", "Beam line: boss: Admin", "nightly: may read",
                "Registration: Closed; audit log: 30 days; invitations: 14 days",
                "member: administrator")
                .doesNotContain("GROUP Beam", "boss ADMIN", "audit-days", "just now");
    }

    @Test
    void theAuditLog_repeatsNothingInALine() throws Exception {
        Device machine = site.machine(member, "laptop", "/data").device();
        site.publish(member, machine, "Run 42", "", Grants.EVERYONE);
        Browser failing = site.browser();
        failing.page("/login");
        failing.post("/login", "name", "member", "password", "not the password");
        assertThat(boss.page("/admin/audit?kind=PUBLISH_ORDERED")).containsOnlyOnce("Run 42");
        assertThat(boss.page("/admin/audit?kind=SIGN_IN_FAILED")).containsOnlyOnce(">member<");
    }

    @Test
    void everybodySeesTheirOwnEntries() throws Exception {
        assertThat(other.page("/account")).contains("href=\"/account/activity\"");
        Browser own = site.browser().loggedInAs("member");
        assertThat(own.page("/account/activity?person=boss")).contains("Logged in", "127.0.0.1")
                .doesNotContain("boss");
    }

    private Account found(Account account) {
        return site.catalog.identity().accounts().find(account.id()).orElseThrow();
    }
}

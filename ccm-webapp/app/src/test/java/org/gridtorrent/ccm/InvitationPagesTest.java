package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.ccm.mail.MailServer;
import org.gridtorrent.ccm.mail.MailServer.Security;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invitations by mail, with a real SMTP server and without one. */
class InvitationPagesTest {
    private static final Pattern LINK = Pattern
            .compile("http://[^/\\s<]+(/setup/invitation\\?code=[^<\\s]+)");
    private static final Pattern ID = Pattern.compile("name=\"invitation\" value=\"([^\"]+)\"");
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String ADMIN = "/admin/invitations";

    @TempDir
    Path folder;
    private final GreenMail server = new GreenMail(
            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private TestSite site;
    private Account admin;
    private Browser boss;

    @BeforeEach
    void open() throws Exception {
        server.start();
        begin(new TestSite(folder, new MailServer("127.0.0.1", server.getSmtp().getPort(),
                Security.NONE, Optional.empty(), Optional.empty(), "grid@example.org", true)));
    }

    private void begin(TestSite fresh) throws Exception {
        site = fresh;
        admin = site.catalog.identity().accounts().registerAdmin("boss", "The boss",
                TestSite.PASSWORD);
        boss = site.loggedIn("boss");
        registration(Registration.INVITED);
    }

    private void beginWithoutMail() throws Exception {
        site.close();
        begin(new TestSite(folder));
    }

    private void registration(Registration who) {
        site.catalog.site().settings().change(admin.id(), new Settings.Site("", who, 365, 14));
    }

    @AfterEach
    void close() throws Exception {
        site.close();
        server.stop();
    }

    @Test
    void whoeverIsInvitedByMail_registersByTheLinkOnce_andTheAddressIsConfirmed()
            throws Exception {
        assertThat(boss.page(ADMIN)).contains("No invitations yet.",
                "The link is sent by mail.");
        assertThat(location(boss.post(ADMIN, "addresses", "new@example.org\n\n two@example.org ")))
                .isEqualTo(ADMIN + "?notice=invitation-sent");
        MimeMessage mail = mail("new@example.org");
        assertThat(mail.getSubject()).isEqualTo("You are invited to A laboratory");
        String link = found(LINK, mail.getContent().toString());
        Browser guest = site.browser();
        assertThat(follow(guest, link)).contains("The boss invited new@example.org.",
                "Create an account").doesNotContain("name=\"mail\"");
        assertThat(follow(site.browser(), link)).as("to look spends nothing")
                .contains("Create an account");
        HttpResponse<String> refused = register(guest, "boss", "short");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("Use at least 10 characters.");
        assertThat(register(guest, "boss", TestSite.PASSWORD).body())
                .contains("This user name is taken.");
        assertThat(location(register(guest, "fresh", TestSite.PASSWORD)))
                .isEqualTo("/?notice=registered");
        assertThat(guest.page("/account")).contains("new@example.org", "Confirmed");
        Browser late = site.browser();
        late.get(link);
        HttpResponse<String> spent = late.get("/setup/invitation");
        assertThat(spent.statusCode()).isEqualTo(404);
        assertThat(spent.body()).contains("This invitation was used");
        assertThat(boss.page(ADMIN)).contains(">Used<", ">Sent<");
    }

    @Test
    void theSameAnswer_isGivenForAnAddressThatHasAnAccount() throws Exception {
        Account there = site.account("there");
        site.catalog.identity().profiles().change(there.id(), new Profile(
                "There", "", "", "there@example.org"));
        assertThat(location(boss.post(ADMIN, "addresses", "there@example.org")))
                .isEqualTo(ADMIN + "?notice=invitation-sent");
        String link = found(LINK, mail("there@example.org").getContent().toString());
        assertThat(follow(site.browser(), link)).contains("Create an account");
        assertThat(follow(site.loggedIn("there"), link))
                .contains("and have an account").doesNotContain("/setup/invitation/join");
    }

    @Test
    void aGroupInvitesByMail_andTheInvitedJoinsWithAnAccount() throws Exception {
        Account owner = site.account("owner");
        Account member = site.account("member");
        Group group = site.group(owner, "Beam line 7", member);
        String path = "/groups/" + group.id();
        Browser host = site.loggedIn("owner");
        assertThat(host.page(path)).contains("Invite by mail");
        assertThat(site.loggedIn("member").page(path))
                .doesNotContain("Invite by mail");
        HttpResponse<String> wrong = host.post(path + "/invitations", "address", "no address");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("no address\" is not a valid mail address");
        assertThat(location(host.post(path + "/invitations", "address", "new@example.org")))
                .isEqualTo(path + "?notice=invitation-sent");
        assertThat(location(host.post(path + "/invitations", "address", "NEW@example.org")))
                .isEqualTo(path + "?notice=invitation-there");
        String link = found(LINK, mail("new@example.org").getContent().toString());
        assertThat(server.getReceivedMessages()).hasSize(1);
        Browser guest = site.browser();
        assertThat(follow(guest, link)).contains("You are invited to the group Beam line 7",
                "/login?next=/setup/invitation");
        site.account("there");
        guest.loggedInAs("there");
        assertThat(guest.page("/setup/invitation")).contains("Join Beam line 7");
        assertThat(location(guest.post("/setup/invitation/join")))
                .isEqualTo(path + "?notice=joined");
        assertThat(guest.page(path)).contains("The owner");
        assertThat(boss.page("/admin/audit")).contains("Invitation by mail used",
                "Beam line 7: new@example.org");
        assertThat(boss.page(ADMIN)).contains("to Beam line 7", "by The owner");
    }

    @Test
    void whereNobodyMayRegister_aGroupStillTakesInWhoHasAnAccount() throws Exception {
        Account owner = site.account("owner");
        Group group = site.group(owner, "Beam line 7");
        String path = "/groups/" + group.id();
        registration(Registration.CLOSED);
        Browser host = site.loggedIn("owner");
        assertThat(host.page(path)).contains("works only for people who have an account");
        assertThat(location(host.post(path + "/invitations", "address", "there@example.org")))
                .isEqualTo(path + "?notice=invitation-sent");
        String mail = mail("there@example.org").getContent().toString();
        assertThat(mail).contains("join with your existing account")
                .doesNotContain("To create an account");
        Browser guest = site.browser();
        assertThat(follow(guest, found(LINK, mail)))
                .contains("If you have an account, log in to join")
                .doesNotContain("name=\"password\"");
        assertThat(register(guest, "fresh", TestSite.PASSWORD).statusCode()).isEqualTo(422);
        site.account("there");
        guest.loggedInAs("there");
        guest.page("/setup/invitation");
        assertThat(location(guest.post("/setup/invitation/join")))
                .isEqualTo(path + "?notice=joined");
    }

    @Test
    void aMailThatIsNotTaken_showsItsReason_andAWithdrawnLinkLeadsNowhere() throws Exception {
        server.stop();
        boss.page(ADMIN);
        boss.post(ADMIN, "addresses", "new@example.org");
        await().atMost(SOON).untilAsserted(() -> assertThat(boss.page(ADMIN))
                .contains(">Not sent yet<", "cannot be reached"));
        String id = found(ID, boss.page(ADMIN));
        HttpResponse<String> soon = boss.post(ADMIN + "/again", "invitation", id);
        assertThat(soon.statusCode()).isEqualTo(422);
        assertThat(soon.body()).contains("less than a day ago");
        assertThat(location(boss.post(ADMIN + "/withdraw", "invitation", id)))
                .isEqualTo(ADMIN + "?notice=invitation-withdrawn");
        assertThat(boss.page(ADMIN)).contains(">Withdrawn<");
        assertThat(boss.post(ADMIN + "/withdraw", "invitation", "none").statusCode())
                .isEqualTo(404);
    }

    @Test
    void withoutMail_theLinkIsShownOnceToPassOn() throws Exception {
        beginWithoutMail();
        assertThat(boss.page(ADMIN)).contains("The link is shown to you to pass on");
        HttpResponse<String> made = boss.post(ADMIN, "addresses",
                "one@example.org\ntwo@example.org");
        assertThat(made.statusCode()).isEqualTo(200);
        assertThat(LINK.matcher(made.body()).results()).hasSize(2);
        String old = found(LINK, made.body());
        assertThat(boss.page(ADMIN)).contains(">Link created<").doesNotContain("?code=");
        registration(Registration.CLOSED);
        assertThat(follow(site.browser(), old)).contains("Ask the administrator.")
                .doesNotContain("name=\"password\"");
        assertThat(boss.page(ADMIN)).contains("so nobody can be invited by mail")
                .doesNotContain("name=\"addresses\"");
        assertThat(boss.post(ADMIN, "addresses", "a@example.org").statusCode()).isEqualTo(422);
        registration(Registration.OPEN);
        Browser guest = site.browser();
        follow(guest, old);
        assertThat(location(register(guest, "fresh", TestSite.PASSWORD)))
                .isEqualTo("/?notice=registered");
        assertThat(site.catalog.identity().mailAddresses()
                .find(site.catalog.identity().accounts().findByName("fresh").orElseThrow().id())
                .orElseThrow().confirmed()).isFalse();
        Group group = site.group(admin, "Ice");
        String page = boss.post("/groups/" + group.id() + "/invitations", "address",
                "three@example.org").body();
        Browser third = site.browser();
        follow(third, found(LINK, page));
        assertThat(location(register(third, "third", TestSite.PASSWORD)))
                .isEqualTo("/groups/" + group.id() + "?notice=registered-joined");
        assertThat(site.catalog.people().memberships().standing(
                site.catalog.identity().accounts().findByName("third").orElseThrow().id(),
                group.id()))
                .isEqualTo(MembershipStatus.MEMBER);
        assertThat(site.catalog.notifications().outbox().counts()).isEmpty();
    }

    private static HttpResponse<String> register(Browser browser, String name, String password)
            throws Exception {
        return browser.post("/setup/invitation", "name", name, "fullName", "The " + name,
                "password", password);
    }

    private static String location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    /** The page that a link leads to. */
    private static String follow(Browser browser, String link) throws Exception {
        return browser.page(URI.create(location(browser.get(link))).getPath());
    }

    private MimeMessage mail(String address) {
        return await().atMost(SOON).until(() -> List.of(server.getReceivedMessages()).stream()
                .filter(mail -> to(mail).equals(address)).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    private static String to(MimeMessage mail) {
        try {
            return mail.getAllRecipients()[0].toString();
        } catch (MessagingException e) {
            throw new AssertionError(e);
        }
    }

    private static String found(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return found.group(1);
    }
}

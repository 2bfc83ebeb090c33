package org.gridtorrent.ccm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.internet.MimeMessage;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.mail.OutgoingMail.Kind;
import org.gridtorrent.catalog.mail.OutgoingMail.State;
import org.gridtorrent.ccm.mail.MailServer;
import org.gridtorrent.ccm.mail.MailServer.Security;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounts and mail, with a real SMTP server. */
class MailPagesTest {
    private static final Pattern LINK = Pattern.compile("http://[^/\\s]+(/\\S+\\?code=\\S+)");
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;
    private final GreenMail server = new GreenMail(
            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private TestSite site;

    @BeforeEach
    void open() throws Exception {
        server.start();
        site = new TestSite(folder, mail(server.getSmtp().getPort(), false));
    }

    private void openInstead(TestSite other) throws Exception {
        site.close();
        site = other;
    }

    private static MailServer mail(int port, boolean confirmFirst) {
        return new MailServer("127.0.0.1", port, Security.NONE, Optional.empty(),
                Optional.empty(), "grid@example.org", confirmFirst);
    }

    @AfterEach
    void close() throws Exception {
        site.close();
        server.stop();
    }

    @Test
    void registeringWithAnAddress_sendsALinkThatConfirmsItWhenItIsPressed() throws Exception {
        Browser browser = site.browser();
        assertThat(browser.page("/register")).contains("Mail address");
        assertThat(register(browser, "ada").headers().firstValue("Location"))
                .contains("/?notice=registered-asked");
        String link = link(1);
        assertThat(browser.page("/account")).contains("Not confirmed");
        Browser guard = site.browser();
        assertThat(follow(guard, link)).contains("ada@example.org", "Confirm this address");
        assertThat(browser.page("/account")).as("to look at it spends nothing")
                .contains("Not confirmed");
        assertThat(guard.post("/setup/mail").headers().firstValue("Location"))
                .contains("/login?notice=confirmed");
        assertThat(browser.page("/account")).contains("Confirmed")
                .doesNotContain("Send a new link");
        guard.get(link);
        assertThat(guard.get("/setup/mail").statusCode()).isEqualTo(404);
    }

    @Test
    void whereAConfirmedAddressIsAskedFor_nobodyLogsInBefore() throws Exception {
        openInstead(new TestSite(folder, mail(server.getSmtp().getPort(), true)));
        Browser browser = site.browser();
        browser.page("/register");
        assertThat(browser.post("/register", "name", "ada", "fullName", "Ada", "password",
                TestSite.PASSWORD).body()).contains("such as name@example.org");
        assertThat(register(browser, "ada").headers().firstValue("Location"))
                .contains("/login?notice=confirm-first");
        assertThat(browser.get("/my-data").statusCode()).isEqualTo(303);
        browser.page("/login");
        HttpResponse<String> early = browser.post("/login", "name", "ada", "password",
                TestSite.PASSWORD);
        assertThat(early.statusCode()).isEqualTo(422);
        assertThat(early.body()).contains("is not confirmed");
        follow(browser, link(1));
        browser.post("/setup/mail");
        browser.loggedInAs("ada");
        site.account("before");
        site.browser().loggedInAs("before");
    }

    @Test
    void aForgottenPassword_isChosenAnewByALinkThatGoesToTheConfirmedAddress() throws Exception {
        Account ada = confirmed("ada");
        Account unsure = site.account("unsure");
        site.catalog.identity().profiles().change(unsure.id(),
                new Profile("Unsure", "", "", "unsure@example.org"));
        Browser browser = site.browser();
        String sameForAll = forget(browser, "nobody");
        assertThat(forget(browser, "unsure")).isEqualTo(sameForAll);
        assertThat(forget(browser, "ADA@example.org")).isEqualTo(sameForAll);
        String link = link(1);
        assertThat(server.getReceivedMessages()[0].getAllRecipients()[0])
                .hasToString("ada@example.org");
        assertThat(follow(browser, link)).contains("For the account ada");
        browser.post("/setup", "password", "other words to remember");
        assertThat(
                site.catalog.identity().accounts().authenticate("ada", "other words to remember"))
                .contains(ada);
        await().atMost(SOON).until(() -> !site.catalog.notifications().outbox().counts()
                .containsKey(State.WAITING));
        assertThat(server.getReceivedMessages()).hasSize(1);
        Browser again = site.browser();
        again.get(link);
        assertThat(again.get("/setup").statusCode()).isEqualTo(404);
    }

    @Test
    void askingForManyLinks_isSlowed() throws Exception {
        Browser browser = site.browser();
        for (int i = 0; i < 20; i++) {
            forget(browser, "nobody" + i);
        }
        HttpResponse<String> slowed = browser.post("/forgotten", "who", "nobody");
        assertThat(slowed.statusCode()).isEqualTo(429);
        assertThat(slowed.body()).contains("Too many attempts");
    }

    @Test
    void mail_isInTheLanguageOfItsReader() throws Exception {
        Browser browser = site.browser();
        browser.page("/register");
        browser.post("/look", "language", "de");
        browser.page("/register");
        register(browser, "ada");
        link(1);
        assertThat(server.getReceivedMessages()[0].getSubject())
                .isEqualTo("Bestätigen Sie Ihre E-Mail-Adresse auf A laboratory");
    }

    @Test
    void changingTheAddress_asksForItsConfirmation_andTellsTheOldOne() throws Exception {
        confirmed("ada");
        Browser browser = site.loggedIn("ada");
        browser.page("/account");
        assertThat(browser.post("/account/profile", "fullName", "Ada", "orcid", "", "affiliation",
                "", "mail", "other@example.org", "mailPassword", TestSite.PASSWORD).headers()
                .firstValue("Location")).contains("/account?notice=profile-saved-asked");
        assertThat(server.waitForIncomingEmail(SOON.toMillis(), 2)).isTrue();
        Map<String, MimeMessage> mails = new HashMap<>();
        for (MimeMessage mail : server.getReceivedMessages()) {
            mails.put(mail.getAllRecipients()[0].toString(), mail);
        }
        assertThat(mails).containsOnlyKeys("ada@example.org", "other@example.org");
        MimeMessage told = requireNonNull(mails.get("ada@example.org"));
        assertThat(told.getSubject())
                .isEqualTo("Your mail address on A laboratory was changed");
        assertThat(told.getContent().toString()).contains("the account ada", "/account")
                .doesNotContain("other@example.org", "?code=");
        assertThat(requireNonNull(mails.get("other@example.org")).getContent().toString())
                .containsPattern(LINK);
        assertThat(browser.page("/account")).contains("Not confirmed", "other@example.org");
        assertThat(browser.post("/account/confirm").headers().firstValue("Location"))
                .as("a moment ago").contains("/account?notice=confirm-not-sent");
    }

    @Test
    void aToken_leadsNoLinkToAnotherAddress() throws Exception {
        Account ada = confirmed("ada");
        var machine = new RestCaller(site, site.machine(ada, "desk").apiToken());
        for (RestCaller token : List.of(RestCaller.own(site, ada, Scope.WRITE), machine)) {
            for (String address : List.of("eve@example.org", "")) {
                assertThat(token.post("/profile", "{\"affiliation\":\"Ice\",\"mail\":\""
                        + address + "\"}", 403).get("error").asText())
                        .contains("on the page of your account");
            }
            assertThat(token.post("/profile/confirm", "", 403).get("error").asText())
                    .contains("on the page of your account");
            assertThat(
                    site.catalog.identity().profiles().find(ada.id()).orElseThrow().affiliation())
                    .as("nothing of it").isEmpty();
        }
        assertThat(machine.post("/profile",
                "{\"affiliation\":\"Ice\",\"mail\":\"ada@example.org\"}", 200).toString())
                .contains("Ice", "ada@example.org");
        assertThat(site.catalog.identity().mailAddresses().find(ada.id()).orElseThrow().confirmed())
                .isTrue();
        forget(site.browser(), "ada");
        link(1);
        assertThat(server.getReceivedMessages()[0].getAllRecipients()[0])
                .hasToString("ada@example.org");
    }

    @Test
    void aServerThatIsAway_keepsNobodyFromAnythingAndTheReasonIsKept() throws Exception {
        server.stop();
        Browser browser = site.browser();
        browser.page("/register");
        register(browser, "ada");
        assertThat(browser.page("/machines")).contains("<h1>Machines</h1>");
        await().atMost(SOON).untilAsserted(() -> assertThat(
                site.catalog.notifications().outbox().list(0, 5).items()).singleElement()
                .satisfies(mail -> {
                    assertThat(mail.kind()).isEqualTo(Kind.CONFIRM);
                    assertThat(mail.state()).isEqualTo(State.WAITING);
                    assertThat(mail.problem()).contains("cannot be reached");
                }));
    }

    @Test
    void aTestMail_isSentAndWhatBecameOfItIsShown() throws Exception {
        site.catalog.identity().accounts().registerAdmin("boss", "The boss", TestSite.PASSWORD);
        Browser boss = site.loggedIn("boss");
        boss.page("/admin/mail");
        HttpResponse<String> wrong = boss.post("/admin/mail", "mail", "no address");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("such as name@example.org");
        assertThat(boss.post("/admin/mail", "mail", "boss@example.org").headers()
                .firstValue("Location")).contains("/admin/mail?notice=mail-test");
        assertThat(server.waitForIncomingEmail(SOON.toMillis(), 1)).isTrue();
        assertThat(server.getReceivedMessages()[0].getSubject())
                .isEqualTo("Test mail from A laboratory");
        await().atMost(SOON).untilAsserted(() -> assertThat(boss.page("/admin/mail"))
                .contains(">Sent<").doesNotContain("/admin/mail/list"));
        server.stop();
        boss.post("/admin/mail", "mail", "boss@example.org");
        await().atMost(SOON).untilAsserted(() -> assertThat(boss.page("/admin/mail/list"))
                .contains(">Waiting<", "cannot be reached", "/admin/mail/list?page=1"));
    }

    @Test
    void aSiteWithoutAServer_saysThatItSendsNoMail() throws Exception {
        openInstead(new TestSite(folder));
        Browser browser = site.browser();
        assertThat(browser.page("/register")).doesNotContain("Mail address");
        assertThat(browser.page("/forgotten")).contains("This site sends no mail")
                .doesNotContain("name=\"who\"");
        assertThat(browser.post("/forgotten", "who", "ada").statusCode()).isEqualTo(422);
        site.catalog.identity().accounts().registerAdmin("boss", "The boss", TestSite.PASSWORD);
        Browser boss = site.loggedIn("boss");
        assertThat(boss.page("/admin/mail")).contains("No mail server is set",
                "No mail yet.").doesNotContain("Send test mail");
        assertThat(boss.post("/admin/mail", "mail", "boss@example.org").statusCode())
                .isEqualTo(422);
        site.account("ada");
        browser.loggedInAs("ada");
        assertThat(browser.page("/account")).contains("This site sends no mail");
        browser.post("/account/profile", "fullName", "Ada", "orcid", "", "affiliation", "",
                "mail", "ada@example.org", "mailPassword", TestSite.PASSWORD);
        assertThat(
                site.catalog.identity().profiles()
                        .find(site.catalog.identity().accounts().findByName("ada")
                                .orElseThrow().id())
                        .orElseThrow().mail())
                .isEqualTo("ada@example.org");
        assertThat(site.catalog.notifications().outbox().counts()).isEmpty();
    }

    private Account confirmed(String name) {
        Account account = site.account(name);
        String address = name + "@example.org";
        site.catalog.identity().profiles().change(account.id(),
                new Profile(account.fullName(), "", "", address));
        site.catalog.identity().mailAddresses()
                .confirm(site.catalog.identity().mailAddresses().link(account.id(), address)
                        .orElseThrow());
        return account;
    }

    private static HttpResponse<String> register(Browser browser, String name) throws Exception {
        return browser.post("/register", "name", name, "fullName", "The " + name, "password",
                TestSite.PASSWORD, "mail", name + "@example.org");
    }

    /** What the page says then, but for what differs from one visit to the next. */
    private static String forget(Browser browser, String who) throws Exception {
        browser.page("/forgotten");
        HttpResponse<String> answer = browser.post("/forgotten", "who", who);
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body().replaceAll("name=\"csrf\" value=\"[^\"]+\"", "");
    }

    /** The page that a link leads to. */
    private static String follow(Browser browser, String link) throws Exception {
        String next = browser.get(link).headers().firstValue("Location").orElseThrow();
        return browser.page(URI.create(next).getPath());
    }

    /** That of the last of so many mails, when they have come. */
    private String link(int mails) throws Exception {
        assertThat(server.waitForIncomingEmail(SOON.toMillis(), mails)).isTrue();
        MimeMessage last = server.getReceivedMessages()[mails - 1];
        Matcher link = LINK.matcher(last.getContent().toString());
        assertThat(link.find()).isTrue();
        return link.group(1);
    }
}

package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.subscription.Subscription;
import org.gridtorrent.ccm.mail.MailServer;
import org.gridtorrent.ccm.mail.MailServer.Security;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subscribing, and what is told on the page and by mail. */
class SubscriptionPagesTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;
    private final GreenMail server = new GreenMail(
            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private TestSite site;
    private Account owner;
    private Account reader;
    private Device source;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        server.start();
        site = new TestSite(folder.resolve("keys"), new MailServer("127.0.0.1",
                server.getSmtp().getPort(), Security.NONE, Optional.empty(), Optional.empty(),
                "grid@example.org", false));
        owner = site.account("owner");
        reader = site.account("reader");
        source = site.machine(owner, "source", "/data").device();
        Files.writeString(Files.createDirectory(folder.resolve("data")).resolve("a.txt"), "ice");
        browser = site.loggedIn("reader");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
        server.stop();
    }

    private Content publish(String title, Grants grants) throws Exception {
        site.clock.set(site.clock.instant().plusSeconds(1));
        Files.writeString(folder.resolve("data").resolve("a.txt"), title);
        return site.register(site.publish(owner, source, title, "", grants),
                folder.resolve("data"));
    }

    /** When the keeper has looked at all that there is, so that later things are new. */
    private void begun() {
        await().atMost(SOON)
                .until(() -> site.catalog.discovery().subscriptionMatcher().match() == 0);
    }

    @Test
    void buttons_leadToSubscriptionsThatAreListedChangedAndEnded() throws Exception {
        Content content = publish("Melt", Grants.EVERYONE);
        Group group = site.group(owner, "Ice", reader);
        String machine = site.machine(reader, "desk").device().id();
        String dataset = browser.page("/datasets/" + content.id());
        assertThat(dataset).contains("/subscribe?of=dataset&amp;id=" + content.id(),
                "/subscribe?of=owner&amp;id=" + content.id());
        assertThat(browser.page("/groups/" + group.id()))
                .contains("/subscribe?of=group&amp;id=" + group.id());
        assertThat(browser.page("/search?q=melt")).contains("/subscribe?q=melt");
        assertThat(browser.page("/search")).doesNotContain("/subscribe");
        assertThat(browser.page("/subscribe?of=owner&id=" + content.id()))
                .contains("To The owner", "desk");
        assertThat(subscribe("of", "owner", "id", content.id(), "device", machine))
                .contains("/subscriptions?notice=subscribed");
        subscribe("of", "group", "id", group.id());
        subscribe("of", "dataset", "id", content.id());
        browser.page("/subscribe?q=melt&year=2026");
        subscribe("q", "melt", "year", "2026", "sort", "");
        assertThat(browser.page("/subscriptions")).contains("Melt", "Ice", "The owner",
                "/search?q=melt&amp;year=2026");
        assertThat(browser.page("/subscriptions")).containsPattern(
                "<label class=\"label\" for=\"device-[^\"]*\">Machine that downloads new data sets automatically<");
        List<Subscription> all = site.catalog.discovery().subscriptions().of(reader.id());
        assertThat(all).hasSize(4);
        for (Subscription one : all) {
            assertThat(browser.post("/subscriptions/" + one.id() + "/device", "device", machine)
                    .statusCode()).isEqualTo(303);
            browser.post("/subscriptions/" + one.id() + "/end");
        }
        assertThat(browser.page("/subscriptions")).contains("You have no subscriptions");
    }

    @Test
    void whatOneMayNotKnowOf_cannotBeSubscribedTo() throws Exception {
        Content secret = publish("Secret", new Grants(Access.USER, List.of(), List.of(owner.id())));
        assertThat(browser.get("/subscribe?of=dataset&id=" + secret.id()).statusCode())
                .isEqualTo(404);
        assertThat(browser.post("/subscribe", "of", "owner", "id", secret.id()).statusCode())
                .isEqualTo(404);
        assertThat(browser.post("/subscribe", "q", "").statusCode()).isEqualTo(422);
        assertThat(browser.post("/subscriptions/unknown/end").statusCode()).isEqualTo(404);
    }

    @Test
    void aNotice_appearsBesideTheInboxAndIsSeenWhenItsReaderSaysSo() throws Exception {
        Content old = publish("Old", Grants.EVERYONE);
        begun();
        subscribe("of", "owner", "id", old.id());
        assertThat(browser.page("/notices")).contains("No notices");
        Content fresh = publish("Fresh <b>", Grants.EVERYONE);
        await().atMost(SOON)
                .until(() -> site.catalog.notifications().notices().unseen(reader.id()) == 1);
        assertThat(browser.page("/notices")).contains("Shared with you: Fresh &lt;b",
                "/datasets/" + fresh.id(), "aria-label=\"1 new\"");
        String id = site.catalog.notifications().notices().of(reader.id(), 0, 1).items().getFirst()
                .id();
        assertThat(site.loggedIn("owner").post("/notices/" + id + "/seen")
                .statusCode()).isEqualTo(404);
        browser.post("/notices/" + id + "/seen");
        assertThat(browser.page("/notices")).doesNotContain("aria-label=\"1 new\"");
    }

    @Test
    void notices_goByMailAtOnceToWhoeverWantsThem() throws Exception {
        String address = "reader@example.org";
        site.catalog.identity().profiles().change(reader.id(),
                new Profile("Reader", "", "", address));
        site.catalog.identity().mailAddresses().confirm(
                site.catalog.identity().mailAddresses().link(reader.id(), address).orElseThrow());
        browser.page("/account");
        assertThat(browser.post("/account/notices", "pace", "hourly").statusCode())
                .isEqualTo(400);
        assertThat(browser.post("/account/notices", "pace", "at_once").headers()
                .firstValue("Location")).contains("/account?notice=pace-saved");
        Group group = site.catalog.people().groups().create(owner.id(), "Ice", "", true);
        site.catalog.people().memberships().invite(owner.id(), group.id(), reader.id());
        assertThat(server.waitForIncomingEmail(SOON.toMillis(), 1)).isTrue();
        assertThat(server.getReceivedMessages()[0].getSubject())
                .isEqualTo("News on A laboratory");
        assertThat(server.getReceivedMessages()[0].getContent().toString())
                .contains("You are invited to the group Ice.", site.url + "/inbox");
    }

    private Optional<String> subscribe(String... fields) throws Exception {
        HttpResponse<String> answer = browser.post("/subscribe", fields);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        return answer.headers().firstValue("Location");
    }
}

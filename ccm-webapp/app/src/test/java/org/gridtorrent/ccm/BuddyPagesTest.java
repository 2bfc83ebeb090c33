package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.people.BuddyStatus;
import org.gridtorrent.catalog.people.Group;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buddies and the inbox, by two people in two browsers. */
class BuddyPagesTest {
    private static final String BADGE = "class=\"count\"";

    @TempDir
    Path folder;
    private TestSite site;
    private Account ann;
    private Account bob;
    private Browser anns;
    private Browser bobs;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
        ann = site.account("ann", "Ann Example");
        bob = site.account("bob", "Bob Sample");
        anns = site.loggedIn("ann");
        bobs = site.loggedIn("bob");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void anAsk_waitsInTheInbox_andIsAnsweredThere() throws Exception {
        assertThat(bobs.page("/inbox")).contains("Nothing waits for your answer",
                "None of your requests").doesNotContain(BADGE);
        assertThat(anns.post("/buddies", "name", "bob").statusCode()).isEqualTo(303);
        assertThat(anns.page("/inbox")).contains("You asked Bob Sample (bob) to be your buddy");
        assertThat(bobs.page("/search")).contains(BADGE, "1 request is waiting for your answer");
        assertThat(bobs.page("/inbox")).contains("Ann Example (ann) asks to be your buddy");
        bobs.post("/buddies/" + ann.id() + "/accept", "back", "/inbox");
        assertThat(bobs.page("/buddies")).contains("Ann Example");
        assertThat(anns.page("/buddies")).contains("Bob Sample");
        assertThat(bobs.page("/inbox")).doesNotContain(BADGE);
        anns.post("/buddies/" + bob.id() + "/remove");
        assertThat(bobs.page("/buddies")).contains("You have no buddies yet");
    }

    @Test
    void anAsk_canBeDeclinedAndWithdrawn() throws Exception {
        anns.post("/buddies", "name", "bob");
        bobs.post("/buddies/" + ann.id() + "/decline", "back", "/inbox");
        assertThat(anns.page("/inbox")).contains("None of your requests");
        anns.post("/buddies", "name", "bob");
        anns.post("/buddies/" + bob.id() + "/withdraw", "back", "/inbox");
        assertThat(bobs.page("/inbox")).contains("Nothing waits for your answer");
        assertThat(bobs.post("/buddies/" + ann.id() + "/accept").statusCode()).isEqualTo(404);
        assertThat(bobs.post("/buddies/" + ann.id() + "/remove").statusCode()).isEqualTo(404);
    }

    @Test
    void whoIsBlocked_seesNothingOfIt() throws Exception {
        anns.post("/buddies", "name", "bob");
        assertThat(bobs.post("/buddies/" + ann.id() + "/block", "back", "/inbox").statusCode())
                .isEqualTo(303);
        assertThat(anns.post("/buddies", "name", "bob").headers().firstValue("Location"))
                .hasValue("/buddies?notice=buddy-asked");
        assertThat(bobs.page("/inbox")).contains("Nothing waits for your answer");
        assertThat(anns.page("/buddies/people?name=bob")).contains("Bob Sample", "Asked")
                .doesNotContain("Blocked");
        assertThat(bobs.page("/buddies")).contains("Blocked", "Ann Example");
        assertThat(bobs.post("/buddies", "name", "ann")).satisfies(answer -> {
            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body()).contains("Unblock the person first");
        });
        bobs.post("/buddies/" + ann.id() + "/unblock");
        assertThat(site.catalog.people().buddies().bond(bob.id(), ann.id()))
                .isEqualTo(BuddyStatus.NONE);
    }

    @Test
    void askingWhoIsNotThere_orOneself_saysSo() throws Exception {
        assertThat(anns.post("/buddies", "name", "nobody").body())
                .contains("no user named “nobody”");
        assertThat(anns.post("/buddies", "name", "ann").body()).contains("your own buddy");
        assertThat(anns.post("/buddies/" + ann.id() + "/block").statusCode()).isEqualTo(400);
    }

    @Test
    void invitationsAndRequests_waitInTheSameInbox() throws Exception {
        Group group = site.group(ann, "Ice");
        anns.post("/groups/" + group.id() + "/invite", "name", "bob");
        assertThat(bobs.page("/inbox")).contains("Ann Example (ann) invites you to join", "Ice",
                BADGE);
        assertThat(anns.page("/inbox")).contains("You invited Bob Sample (bob) to join");
        bobs.post("/groups/" + group.id() + "/decline", "back", "/inbox");
        bobs.post("/groups/" + group.id() + "/request");
        assertThat(bobs.page("/inbox")).contains("You asked to join",
                "/groups/" + group.id() + "/withdraw");
        assertThat(anns.page("/inbox")).contains("Bob Sample (bob) asks to join");
        assertThat(anns.post("/groups/" + group.id() + "/accept", "user", bob.id(), "back",
                "/inbox").headers().firstValue("Location")).hasValue("/inbox?notice=accepted");
        assertThat(site.catalog.people().groups().of(bob.id())).hasSize(1);
    }

    @Test
    void peopleToShareWith_areBuddiesFirst_andFoundByName_withWhoIsTickedKept() throws Exception {
        site.machine(ann, "workstation", "/data");
        site.account("cem", "Cem Third");
        site.catalog.people().buddies().ask(ann.id(), bob.id());
        site.catalog.people().buddies().accept(bob.id(), ann.id());
        assertThat(anns.page("/publish")).contains("Bob Sample").doesNotContain("Cem Third");
        assertThat(anns.post("/people/pick", "find", "third", "users", "bob").body())
                .contains("value=\"bob\" checked", "value=\"cem\"").doesNotContain("<html");
        // Without scripts the same button sends the whole form, and nothing is published.
        var page = anns.post("/publish", "do", "find", "find", "third", "users", "bob", "access",
                "user", "title", "A title");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("value=\"bob\" checked", "value=\"cem\"", "A title")
                .doesNotContain("role=\"alert\"");
        assertThat(site.catalog.datasets().contents().ownedBy(ann.id(), 0, 100).items()).isEmpty();
        assertThat(anns.post("/people/pick", "find", "zz").body())
                .contains("No name on this site contains “zz”");
        assertThat(anns.post("/people/pick", "find", "e").body()).doesNotContain("Cem Third");
    }
}

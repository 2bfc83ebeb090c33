package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Group;
import org.gridtorrent.catalog.Group.Standing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupPagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account member;
    private Browser owner;
    private Browser invited;
    private Group group;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
        site.account("publisher");
        member = site.account("member");
        owner = site.browser().loggedInAs("publisher");
        invited = site.browser().loggedInAs("member");
        owner.page("/groups");
        owner.post("/groups", "name", "Beam line 7", "description", "Who measures there");
        group = site.catalog.groups().list().getFirst();
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void anInvitation_waitsForItsYesAndCanBeLeft() throws Exception {
        assertThat(owner.post("/groups/" + group.id() + "/invite", "name", "member").statusCode())
                .isEqualTo(303);
        assertThat(standing()).contains(Standing.INVITED);
        assertThat(invited.page("/groups")).contains("You are invited to join Beam line 7",
                "class=\"count\"");
        assertThat(invited.page("/groups/" + group.id())).doesNotContain("The publisher");
        invited.post("/groups/" + group.id() + "/accept");
        assertThat(standing()).contains(Standing.ACTIVE);
        assertThat(invited.page("/groups/" + group.id())).contains("The publisher");
        assertThat(invited.post("/groups/" + group.id() + "/decline").statusCode())
                .isEqualTo(404);
        assertThat(standing()).contains(Standing.ACTIVE);
        invited.post("/groups/" + group.id() + "/leave");
        assertThat(standing()).isEmpty();
    }

    @Test
    void aRequest_waitsForTheOwnersYes() throws Exception {
        invited.post("/groups/" + group.id() + "/request", "back", "/groups");
        assertThat(standing()).contains(Standing.REQUESTED);
        assertThat(invited.post("/groups/" + group.id() + "/accept").statusCode()).isEqualTo(404);
        assertThat(owner.page("/groups")).contains("The member (member) asks to join");
        owner.post("/groups/" + group.id() + "/accept", "user", member.id());
        assertThat(standing()).contains(Standing.ACTIVE);
        owner.post("/groups/" + group.id() + "/remove", "user", member.id());
        assertThat(standing()).isEmpty();
    }

    @Test
    void anOwner_canLeaveOnceAMemberIsTheOwner() throws Exception {
        site.catalog.groups().request(member.id(), group.id());
        assertThat(owner.post("/groups/" + group.id() + "/hand-over", "user", member.id())
                .statusCode()).isEqualTo(404);
        owner.post("/groups/" + group.id() + "/accept", "user", member.id());
        assertThat(owner.page("/groups/" + group.id())).contains("/hand-over");
        assertThat(owner.post("/groups/" + group.id() + "/hand-over", "user", member.id())
                .statusCode()).isEqualTo(303);
        assertThat(owner.post("/groups/" + group.id() + "/leave").statusCode()).isEqualTo(303);
    }

    @Test
    void aMember_cannotInviteOrRemove() throws Exception {
        site.account("stranger");
        site.catalog.groups().request(member.id(), group.id());
        owner.post("/groups/" + group.id() + "/accept", "user", member.id());
        assertThat(invited.post("/groups/" + group.id() + "/invite", "name", "stranger")
                .statusCode()).isEqualTo(404);
        assertThat(invited.post("/groups/" + group.id() + "/remove", "user", group.ownerId())
                .statusCode()).isEqualTo(404);
    }

    @Test
    void theOwnerCannotLeave_andHearsWhy() throws Exception {
        assertThat(owner.post("/groups/" + group.id() + "/leave")).satisfies(answer -> {
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("owner cannot leave");
        });
    }

    private Optional<Standing> standing() {
        return site.catalog.groups().standing(member.id(), group.id());
    }
}

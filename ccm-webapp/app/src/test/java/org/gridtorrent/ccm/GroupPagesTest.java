package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupPagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Account member;
    private Browser owner;
    private Browser invited;
    private Group group;
    private String path = "";

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
        publisher = site.account("publisher");
        member = site.account("member");
        owner = site.loggedIn("publisher");
        invited = site.loggedIn("member");
        owner.page("/groups/new");
        owner.post("/groups", "name", "Beam line 7", "description", "Who measures there",
                "access", "open");
        group = site.catalog.people().groups().of(publisher.id()).getFirst();
        path = "/groups/" + group.id();
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void anInvitation_waitsForItsYesAndCanBeLeft() throws Exception {
        assertThat(owner.post(path + "/invite", "name", "member").statusCode()).isEqualTo(303);
        assertThat(standing()).isEqualTo(MembershipStatus.INVITED);
        assertThat(invited.page(path)).doesNotContain("The publisher")
                .contains("You are invited to join Beam line 7");
        invited.post(path + "/accept");
        assertThat(standing()).isEqualTo(MembershipStatus.MEMBER);
        assertThat(invited.page(path)).contains("The publisher");
        assertThat(invited.post(path + "/accept").statusCode()).isEqualTo(303);
        assertThat(invited.post(path + "/decline").statusCode()).isEqualTo(404);
        assertThat(standing()).isEqualTo(MembershipStatus.MEMBER);
        invited.post(path + "/leave");
        assertThat(standing()).isEqualTo(MembershipStatus.NONE);
    }

    @Test
    void aRequest_waitsForTheGroupsYes_andCanBeWithdrawn() throws Exception {
        invited.post(path + "/request", "back", "/groups");
        assertThat(invited.page(path)).contains("You asked to join", path + "/withdraw");
        invited.post(path + "/withdraw");
        assertThat(standing()).isEqualTo(MembershipStatus.NONE);
        invited.post(path + "/request");
        assertThat(invited.post(path + "/accept").statusCode()).isEqualTo(404);
        assertThat(owner.page(path)).contains("The member", path + "/accept");
        owner.post(path + "/accept", "user", member.id());
        assertThat(standing()).isEqualTo(MembershipStatus.MEMBER);
        owner.post(path + "/remove", "user", member.id());
        assertThat(standing()).isEqualTo(MembershipStatus.NONE);
    }

    @Test
    void anInvitation_canBeWithdrawnByTheGroup() throws Exception {
        owner.post(path + "/invite", "name", "member");
        assertThat(owner.page(path)).contains("Pending invitations", path + "/withdraw");
        assertThat(owner.post(path + "/withdraw", "user", member.id()).statusCode())
                .isEqualTo(303);
        assertThat(standing()).isEqualTo(MembershipStatus.NONE);
        assertThat(owner.post(path + "/withdraw", "user", member.id()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void anOwner_canLeaveOnceAMemberIsAnOwner() throws Exception {
        assertThat(owner.page(path)).contains("disabled", "You are the only owner of this group");
        assertThat(owner.post(path + "/leave")).satisfies(answer -> {
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("last owner of a group cannot leave");
        });
        site.join(publisher, group, member);
        assertThat(owner.page(path)).contains(path + "/role");
        assertThat(owner.post(path + "/role", "user", member.id(), "role", "king").statusCode())
                .isEqualTo(400);
        assertThat(owner.post(path + "/role", "user", member.id(), "role", "owner").statusCode())
                .isEqualTo(303);
        assertThat(owner.page(path)).doesNotContain("disabled", "the only owner");
        assertThat(owner.post(path + "/leave").statusCode()).isEqualTo(303);
        assertThat(standing()).isEqualTo(MembershipStatus.OWNER);
    }

    @Test
    void aMember_sees_andMayNothingMore() throws Exception {
        site.account("stranger");
        site.join(publisher, group, member);
        assertThat(invited.page(path)).contains("The publisher", path + "/leave").doesNotContain(
                path + "/invite", path + "/remove", path + "/role", path + "/edit",
                path + "/delete");
        for (String[] form : new String[][]{{"/invite", "name", "stranger"},
            {"/remove", "user", publisher.id()}, {"/role", "user", member.id(), "role", "owner"},
            {"/edit", "name", "Mine"}, {"/delete"}}) {
            assertThat(invited.post(path + form[0],
                    List.of(form).subList(1, form.length).toArray(String[]::new)).statusCode())
                    .as(form[0]).isEqualTo(404);
        }
        assertThat(invited.get(path + "/edit").statusCode()).isEqualTo(404);
        assertThat(invited.get(path + "/delete").statusCode()).isEqualTo(404);
    }

    @Test
    void anAdmin_invitesAndRemovesMembers_butNoAdmins() throws Exception {
        Account other = site.account("other");
        site.join(publisher, group, member);
        site.join(publisher, group, other);
        owner.post(path + "/role", "user", member.id(), "role", "admin");
        assertThat(invited.page(path)).contains(path + "/invite", "Remove The other")
                .doesNotContain("Remove The publisher", path + "/role", path + "/edit");
        assertThat(invited.post(path + "/remove", "user", publisher.id()).statusCode())
                .isEqualTo(404);
        assertThat(invited.post(path + "/remove", "user", other.id()).statusCode())
                .isEqualTo(303);
    }

    @Test
    void aClosedGroup_isThereForThoseAlone_whoAreInItOrWereInvited() throws Exception {
        assertThat(owner.post(path + "/edit", "name", "Beam line 7", "access", "closed")
                .statusCode()).isEqualTo(303);
        assertThat(owner.page(path)).contains("Closed");
        assertThat(invited.page("/groups")).doesNotContain("Beam line 7");
        assertThat(invited.get(path).statusCode()).isEqualTo(404);
        assertThat(invited.get(path + "/people?name=me").body()).doesNotContain("The member");
        assertThat(invited.post(path + "/request").statusCode()).isEqualTo(404);
        assertThat(invited.post("/groups", "name", "Beam line 7", "access", "open").statusCode())
                .isEqualTo(303);
        owner.post(path + "/invite", "name", "member");
        assertThat(invited.page(path)).contains("You are invited to join");
        assertThat(invited.post(path + "/decline", "back", path).headers()
                .firstValue("Location")).hasValue("/groups?notice=declined");
        assertThat(invited.get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void describing_showsWhatIsWrong_andKeepsWhatWasTyped() throws Exception {
        site.group(member, "Taken");
        assertThat(owner.page(path + "/edit")).contains("Beam line 7", "Who measures there");
        assertThat(owner.post(path + "/edit", "name", "taken", "description", "New words",
                "access", "open"))
                .satisfies(answer -> {
                    assertThat(answer.statusCode()).isEqualTo(422);
                    assertThat(answer.body()).contains("exists already", "New words");
                });
        owner.post(path + "/edit", "name", "Beam line 8", "description", "New words", "access",
                "open");
        assertThat(owner.page(path)).contains("Beam line 8", "New words");
        assertThat(owner.post("/groups", "name", "").statusCode()).isEqualTo(422);
        HttpResponse<String> weird = owner.post("/groups", "name", "Weird", "access", "weird");
        assertThat(weird.statusCode()).isEqualTo(422);
        assertThat(weird.body()).contains("Choose whether the group is open or closed.");
    }

    @Test
    void deleting_saysWhatItTakesAway_andDoesIt() throws Exception {
        site.join(publisher, group, member);
        var machine = site.machine(publisher, "workstation", "/data");
        Task task = site.publish(publisher, machine.device(), "Frames", "",
                Grants.groups(List.of(group.id())));
        Content content = site.register(task,
                Files.writeString(folder.resolve("frames.h5"), "bytes"));
        assertThat(owner.page(path)).contains("Frames");
        assertThat(owner.page(path + "/delete")).contains("Frames", "2 members",
                "Delete Beam line 7");
        assertThat(owner.post(path + "/delete").statusCode()).isEqualTo(303);
        assertThat(owner.get(path).statusCode()).isEqualTo(404);
        assertThat(invited.get("/datasets/" + content.id()).statusCode()).isEqualTo(404);
        assertThat(owner.post(path + "/delete").statusCode()).isEqualTo(404);
    }

    @Test
    void people_areFoundByLetters_withHowTheyStand() throws Exception {
        assertThat(owner.page(path + "/people?name=memb")).contains("The member", "Invite")
                .doesNotContain("<html");
        owner.post(path + "/invite", "name", "member");
        assertThat(owner.page(path + "/people?name=memb")).contains("The member", "Invited");
        assertThat(owner.page(path + "/people?name=nobody"))
                .contains("No name on this site contains “nobody”");
        assertThat(owner.post(path + "/invite", "name", "nobody")).satisfies(answer -> {
            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body()).contains("no user named");
        });
    }

    @Test
    void otherGroups_areFoundByWords() throws Exception {
        assertThat(invited.page("/groups")).contains("Beam line 7", "You are not in a group yet");
        assertThat(invited.page("/groups?q=measures")).contains("Beam line 7");
        assertThat(invited.page("/groups?q=nothing")).doesNotContain("Beam line 7")
                .contains("No other open group has “nothing”");
    }

    private MembershipStatus standing() {
        return site.catalog.people().memberships().standing(member.id(), group.id());
    }
}

package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Groups, buddies and the inbox by the commands of two people's machines, which need no daemon. */
class PeopleIT {
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 3;
    private static final int NOT_FOUND = 5;

    private static Stage stage;
    private static Actor ann;
    private static Actor bob;
    private static String annsName;
    private static String bobsName;

    @BeforeAll
    static void open() throws IOException {
        stage = Stage.open(PeopleIT.class);
        ann = stage.offline("ann");
        bob = stage.offline("bob");
        annsName = ann.person().name();
        bobsName = bob.person().name();
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    @Test
    void closedGroup_isJoinedByInvitation_andIsGoneWhenDeleted() {
        says(ann, "Created Quiet", "group", "create", "Quiet", "--closed");
        bob.machine().call("group", "request", "Quiet").expect(NOT_FOUND);
        says(bob, "There are no groups yet", "group", "list");
        says(ann, bobsName + " is now invited", "group", "invite", "Quiet", bobsName);
        says(ann, "you invited " + bobsName + " to join Quiet", "inbox", "list");
        says(bob, annsName + " invites you to join Quiet", "inbox", "list");
        says(bob, "you are now member", "group", "accept", "Quiet");
        bob.machine().call("group", "edit", "Quiet", "--name", "Mine").expect(NOT_FOUND);
        says(ann, bobsName + " is now admin", "group", "role", "Quiet", bobsName,
                "admin");
        assertThat(ann.machine().call("group", "leave", "Quiet").expect(BAD_INPUT).err())
                .contains("last owner");
        says(ann, "Saved Loud", "group", "edit", "Quiet", "--name", "Loud", "--open");
        says(bob, "Loud: open, 2 members, you: admin", "group", "show", "Loud");
        assertThat(ann.machine().call("group", "delete", "Loud").expect(FAILED).err())
                .contains("2 members", "--yes");
        says(ann, "Deleted Loud", "group", "delete", "Loud", "--yes");
        bob.machine().call("group", "show", "Loud").expect(NOT_FOUND);
    }

    @Test
    void buddies_areAsked_answeredRemovedAndBlocked() {
        says(ann, bobsName + " was asked", "buddy", "ask", bobsName);
        says(bob, annsName + " asks to be your buddy", "inbox", "list");
        says(bob, annsName + " is your buddy", "buddy", "accept", annsName);
        says(ann, "The " + bobsName, "buddy", "list");
        says(ann, bobsName + " is no buddy of yours", "buddy", "remove", bobsName);
        says(bob, annsName + " is blocked", "buddy", "block", annsName);
        says(ann, bobsName + " was asked", "buddy", "ask", bobsName);
        says(bob, "Nothing waits", "inbox", "list");
        says(ann, bobsName + " is no buddy of yours", "buddy", "call-off", bobsName);
        says(bob, annsName + " is no buddy of yours", "buddy", "unblock", annsName);
    }

    private static void says(Actor actor, String words, String... command) {
        assertThat(actor.machine().call(command).expect(0).out()).contains(words);
    }
}

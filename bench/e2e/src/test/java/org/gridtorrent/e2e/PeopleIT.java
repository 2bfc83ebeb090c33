package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Groups, buddies and the inbox by the commands of two people's machines. */
class PeopleIT {
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 3;
    private static final int NOT_FOUND = 5;

    private static Stage stage;
    private static Actor ann;
    private static Actor bob;

    @BeforeAll
    static void open() throws IOException {
        stage = Stage.open(PeopleIT.class);
        ann = stage.actor("ann");
        bob = stage.actor("bob");
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    @Test
    void closedGroup_isJoinedByInvitation_andIsGoneWhenDeleted() {
        says(ann, "Created Quiet", "group", "create", "Quiet", "--closed");
        bob.machine().command("group", "request", "Quiet").expect(NOT_FOUND);
        says(bob, "There are no groups yet", "group", "list");
        says(ann, "bob is now invited", "group", "invite", "Quiet", "bob");
        says(ann, "you invited bob to join Quiet", "inbox", "list");
        says(bob, "ann invites you to join Quiet", "inbox", "list");
        says(bob, "you are now member", "group", "accept", "Quiet");
        bob.machine().command("group", "edit", "Quiet", "--name", "Mine").expect(NOT_FOUND);
        says(ann, "bob is now admin", "group", "role", "Quiet", "bob", "admin");
        assertThat(ann.machine().command("group", "leave", "Quiet").expect(BAD_INPUT).err())
                .contains("last owner");
        says(ann, "Saved Loud", "group", "edit", "Quiet", "--name", "Loud", "--open");
        says(bob, "Loud: open, 2 members, you: admin", "group", "show", "Loud");
        assertThat(ann.machine().command("group", "delete", "Loud").expect(FAILED).err())
                .contains("2 members", "--yes");
        says(ann, "Deleted Loud", "group", "delete", "Loud", "--yes");
        bob.machine().command("group", "show", "Loud").expect(NOT_FOUND);
    }

    @Test
    void buddies_areAsked_answeredRemovedAndBlocked() {
        says(ann, "bob was asked", "buddy", "ask", "bob");
        says(bob, "ann asks to be your buddy", "inbox", "list");
        says(bob, "ann is your buddy", "buddy", "accept", "ann");
        says(ann, "The bob", "buddy", "list");
        says(ann, "bob is no buddy of yours", "buddy", "remove", "bob");
        says(bob, "ann is blocked", "buddy", "block", "ann");
        says(ann, "bob was asked", "buddy", "ask", "bob");
        says(bob, "Nothing waits", "inbox", "list");
        says(ann, "bob is no buddy of yours", "buddy", "call-off", "bob");
        says(bob, "ann is no buddy of yours", "buddy", "unblock", "ann");
    }

    private static void says(Actor actor, String words, String... command) {
        assertThat(actor.machine().command(command).expect(0).out()).contains(words);
    }
}

package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.Groups;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.people.Memberships;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that can be done to a group, by everybody, in a table; what is refused changes nothing. */
@ParameterizedClass
@EnumSource
class GroupRightsTest {
    private static final String ALLOWED = """
            SEE open                 NONE REQUESTED INVITED MEMBER ADMIN OWNER
            SEE closed               REQUESTED INVITED MEMBER ADMIN OWNER
            SEE_MEMBERS open         MEMBER ADMIN OWNER
            SEE_MEMBERS closed       MEMBER ADMIN OWNER
            SEE_PENDING open         ADMIN OWNER
            SEE_PENDING closed       ADMIN OWNER
            ASK open                 NONE REQUESTED INVITED MEMBER ADMIN OWNER
            ASK closed               REQUESTED INVITED MEMBER ADMIN OWNER
            ACCEPT_OWN open          INVITED MEMBER ADMIN OWNER
            ACCEPT_OWN closed        INVITED MEMBER ADMIN OWNER
            CALL_OFF_OWN open        REQUESTED INVITED
            CALL_OFF_OWN closed      REQUESTED INVITED
            INVITE open              ADMIN OWNER
            INVITE closed            ADMIN OWNER
            WITHDRAW_INVITATION open ADMIN OWNER
            WITHDRAW_INVITATION closed ADMIN OWNER
            ACCEPT_REQUEST open      ADMIN OWNER
            ACCEPT_REQUEST closed    ADMIN OWNER
            DECLINE_REQUEST open     ADMIN OWNER
            DECLINE_REQUEST closed   ADMIN OWNER
            REMOVE_MEMBER open       ADMIN OWNER
            REMOVE_MEMBER closed     ADMIN OWNER
            REMOVE_ADMIN open        OWNER
            REMOVE_ADMIN closed      OWNER
            REMOVE_OWNER open        OWNER
            REMOVE_OWNER closed      OWNER
            MAKE_ADMIN open          OWNER
            MAKE_ADMIN closed        OWNER
            MAKE_OWNER open          OWNER
            MAKE_OWNER closed        OWNER
            MAKE_ADMIN_MEMBER open   OWNER
            MAKE_ADMIN_MEMBER closed OWNER
            MAKE_ONESELF_OWNER open  OWNER
            MAKE_ONESELF_OWNER closed OWNER
            DESCRIBE open            OWNER
            DESCRIBE closed          OWNER
            LEAVE open               MEMBER ADMIN OWNER
            LEAVE closed             MEMBER ADMIN OWNER
            DELETE open              OWNER
            DELETE closed            OWNER
            """;

    private final TestDatabase database;
    private Site site;
    private Groups groups;
    private Memberships memberships;
    private Account founder;
    /** Of each standing one who acts, and one to whom it is done. */
    private final Map<MembershipStatus, Account> actors = new EnumMap<>(MembershipStatus.class);
    private final Map<MembershipStatus, Account> targets = new EnumMap<>(MembershipStatus.class);

    /** Whether it was done. */
    private interface Work {
        boolean by(String actor, String group);
    }

    GroupRightsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        groups = site.catalog.people().groups();
        memberships = site.catalog.people().memberships();
        founder = site.account("founder");
        for (MembershipStatus standing : MembershipStatus.values()) {
            String name = standing.name().toLowerCase(Locale.ROOT);
            actors.put(standing, site.account("actor-" + name));
            targets.put(standing, site.account("target-" + name));
        }
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void each_isDoneByThoseWhoMay_andChangesNothingByOthers() {
        var found = new StringBuilder();
        for (Map.Entry<String, Work> operation : operations()) {
            for (boolean open : new boolean[]{true, false}) {
                found.append(operation.getKey()).append(open ? " open" : " closed");
                for (MembershipStatus standing : MembershipStatus.values()) {
                    found.append(tried(operation.getValue(), open, standing));
                }
                found.append('\n');
            }
        }
        assertThat(found.toString()).isEqualTo(ALLOWED.replaceAll(" +", " "));
    }

    private String tried(Work work, boolean open, MembershipStatus standing) {
        Group group = groups.create(founder.id(), "Group", "", true);
        for (MembershipStatus each : MembershipStatus.values()) {
            put(group, of(actors, each), each);
            put(group, of(targets, each), each);
        }
        groups.describe(founder.id(), group.id(), "Group", "", open);
        List<Object> before = state(group);
        boolean done = work.by(of(actors, standing).id(), group.id());
        if (!done) {
            assertThat(state(group)).as(standing.toString()).isEqualTo(before);
        }
        groups.delete(founder.id(), group.id());
        return done ? " " + standing : "";
    }

    private List<Object> state(Group group) {
        List<Object> state = new ArrayList<>();
        state.add(groups.find(founder.id(), group.id()));
        state.add(memberships.of(founder.id(), group.id(), 0, 99));
        state.add(memberships.pending(founder.id(), group.id(), MembershipStatus.INVITED, 99));
        state.add(memberships.pending(founder.id(), group.id(), MembershipStatus.REQUESTED, 99));
        return state;
    }

    private void put(Group group, Account account, MembershipStatus standing) {
        switch (standing) {
            case NONE -> {
            }
            case REQUESTED -> memberships.request(account.id(), group.id());
            case INVITED -> memberships.invite(founder.id(), group.id(), account.id());
            case MEMBER, ADMIN, OWNER -> {
                site.join(founder, group, account);
                memberships.changeRole(founder.id(), group.id(), account.id(), standing);
            }
        }
    }

    private List<Map.Entry<String, Work>> operations() {
        return List.of(
                Map.entry("SEE", (actor, group) -> groups.find(actor, group).isPresent()),
                Map.entry("SEE_MEMBERS",
                        (actor, group) -> !memberships.of(actor, group, 0, 9).items().isEmpty()),
                Map.entry("SEE_PENDING", (actor, group) -> !memberships
                        .pending(actor, group, MembershipStatus.INVITED, 9).items().isEmpty()),
                Map.entry("ASK",
                        (actor, group) -> memberships.request(actor, group).isPresent()),
                Map.entry("ACCEPT_OWN",
                        (actor, group) -> memberships.accept(actor, group, actor)),
                Map.entry("CALL_OFF_OWN",
                        (actor, group) -> memberships.callOff(actor, group, actor)),
                Map.entry("INVITE", (actor, group) -> memberships
                        .invite(actor, group, target(MembershipStatus.NONE)).isPresent()),
                Map.entry("WITHDRAW_INVITATION", (actor, group) -> memberships.callOff(actor,
                        group, target(MembershipStatus.INVITED))),
                Map.entry("ACCEPT_REQUEST", (actor, group) -> memberships.accept(actor, group,
                        target(MembershipStatus.REQUESTED))),
                Map.entry("DECLINE_REQUEST", (actor, group) -> memberships.callOff(actor, group,
                        target(MembershipStatus.REQUESTED))),
                Map.entry("REMOVE_MEMBER", (actor, group) -> memberships.remove(actor, group,
                        target(MembershipStatus.MEMBER))),
                Map.entry("REMOVE_ADMIN", (actor, group) -> memberships.remove(actor, group,
                        target(MembershipStatus.ADMIN))),
                Map.entry("REMOVE_OWNER", (actor, group) -> memberships.remove(actor, group,
                        target(MembershipStatus.OWNER))),
                Map.entry("MAKE_ADMIN", (actor, group) -> memberships.changeRole(actor, group,
                        target(MembershipStatus.MEMBER), MembershipStatus.ADMIN)),
                Map.entry("MAKE_OWNER", (actor, group) -> memberships.changeRole(actor, group,
                        target(MembershipStatus.MEMBER), MembershipStatus.OWNER)),
                Map.entry("MAKE_ADMIN_MEMBER", (actor, group) -> memberships.changeRole(actor,
                        group, target(MembershipStatus.ADMIN), MembershipStatus.MEMBER)),
                Map.entry("MAKE_ONESELF_OWNER", (actor, group) -> memberships.changeRole(actor,
                        group, actor, MembershipStatus.OWNER)),
                Map.entry("DESCRIBE", (actor, group) -> groups
                        .describe(actor, group, "Other", "Other", true).isPresent()),
                Map.entry("LEAVE", (actor, group) -> memberships.leave(actor, group)),
                Map.entry("DELETE", (actor, group) -> groups.delete(actor, group)));
    }

    private String target(MembershipStatus standing) {
        return of(targets, standing).id();
    }

    private static Account of(Map<MembershipStatus, Account> accounts, MembershipStatus standing) {
        return Objects.requireNonNull(accounts.get(standing));
    }
}

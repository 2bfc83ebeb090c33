package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.BuddyStatus;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What several say of groups and each other at the same moment, on two nodes of one database. */
@ParameterizedClass
@EnumSource
class PeopleRacesTest {
    private static final int ROUNDS = 10;

    private final TestDatabase database;
    private Site site;
    private Catalog other;
    private Account owner;
    private Account member;

    PeopleRacesTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        DatabaseLogin login = database.empty();
        site = new Site(login);
        other = Catalog.open(login, () -> site.now);
        owner = site.account("owner");
        member = site.account("member");
    }

    @AfterEach
    void close() {
        other.close();
        site.close();
    }

    @Test
    void ofTwoLastOwners_oneStays() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Group group = twoOwners("Leaving " + i);
            assertThat(ConcurrentCalls.failures(List.of(
                    () -> site.catalog.people().memberships().leave(owner.id(), group.id()),
                    () -> other.people().memberships().leave(member.id(), group.id()))))
                    .singleElement()
                    .isInstanceOf(CatalogException.class);
            assertThat(insiders(group)).containsAnyOf("owner OWNER", "member OWNER").hasSize(1);
        }
    }

    @Test
    void ofTwoOwnersWhoRemoveEachOther_oneStays() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Group group = twoOwners("Removing " + i);
            assertThat(ConcurrentCalls.failures(List.of(
                    () -> site.catalog.people().memberships().remove(owner.id(), group.id(),
                            member.id()),
                    () -> other.people().memberships().changeRole(member.id(), group.id(),
                            owner.id(),
                            MembershipStatus.MEMBER))))
                    .isEmpty();
            assertThat(insiders(group)).hasSizeBetween(1, 2).anyMatch(one -> one.contains("OWNER"));
        }
    }

    @Test
    void bothSidesYesAtOnce_isOneMembership() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Group group = site.group(owner, "Yes " + i);
            assertThat(ConcurrentCalls.failures(List.of(
                    () -> site.catalog.people().memberships().invite(owner.id(), group.id(),
                            member.id()),
                    () -> other.people().memberships().request(member.id(), group.id()))))
                    .isEmpty();
            assertThat(insiders(group)).containsExactly("owner OWNER", "member MEMBER");
        }
    }

    @Test
    void acceptsAtOnce_areOneMembership_andMoveTheEpochOnce() throws Exception {
        Device source = site.device(owner);
        for (int i = 0; i < ROUNDS; i++) {
            Group group = site.group(owner, "Accept " + i);
            Content content = site.publish(owner, source, "ice " + i,
                    Grants.groups(List.of(group.id())));
            site.catalog.people().memberships().invite(owner.id(), group.id(), member.id());
            assertThat(ConcurrentCalls.failures(List.of(
                    () -> site.catalog.people().memberships().accept(member.id(), group.id(),
                            member.id()),
                    () -> other.people().memberships().accept(member.id(), group.id(),
                            member.id()))))
                    .isEmpty();
            assertThat(insiders(group)).hasSize(2);
            assertThat(site.seenBy(owner, content).orElseThrow().accessEpoch())
                    .isEqualTo(content.accessEpoch() + 1);
        }
    }

    @Test
    void withdrawingWhileAccepting_leavesAMembershipOrNothing() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Group group = site.group(owner, "Withdraw " + i);
            site.catalog.people().memberships().invite(owner.id(), group.id(), member.id());
            List<Boolean> done = new ArrayList<>(List.of(false, false));
            assertThat(ConcurrentCalls.failures(List.of(
                    () -> done.set(0,
                            site.catalog.people().memberships().callOff(owner.id(), group.id(),
                                    member.id())),
                    () -> done.set(1, other.people().memberships().accept(member.id(), group.id(),
                            member.id())))))
                    .isEmpty();
            assertThat(done).containsExactlyInAnyOrder(true, false);
            assertThat(insiders(group)).hasSize(done.get(1) ? 2 : 1);
        }
    }

    @Test
    void joiningWhileTheGroupIsDeleted_leavesNothing() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Group group = site.group(owner, "Delete " + i);
            site.catalog.people().memberships().invite(owner.id(), group.id(), member.id());
            assertThat(ConcurrentCalls.failures(List.of(
                    () -> site.catalog.people().groups().delete(owner.id(), group.id()),
                    () -> other.people().memberships().accept(member.id(), group.id(), member.id()),
                    () -> other.people().memberships().request(member.id(), group.id()))))
                    .isEmpty();
            assertThat(site.catalog.people().groups().of(member.id())).isEmpty();
        }
    }

    @Test
    void sharingWhileTheGroupIsDeleted_isUndoneOrRefused() throws Exception {
        Device source = site.device(owner);
        for (int i = 0; i < ROUNDS; i++) {
            Group group = site.group(owner, "Share " + i, member);
            Content content = site.publish(owner, source, "ice " + i, Grants.EVERYONE);
            assertThat(ConcurrentCalls.failures(List.of(
                    () -> site.catalog.people().groups().delete(owner.id(), group.id()),
                    () -> other.access().grants().replace(owner.id(), content.id(),
                            Grants.groups(List.of(group.id()))))))
                    .allMatch(CatalogException.class::isInstance);
            assertThat(site.catalog.people().groups().find(owner.id(), group.id())).isEmpty();
            assertThat(site.catalog.datasets().contents().sharedWith(owner.id(), content.id())
                    .orElseThrow().groupNames()).isEmpty();
        }
    }

    @Test
    void closedGroupMadeTwiceByOneForm_isOne() throws Exception {
        List<Callable<?>> calls = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            Catalog node = i % 2 == 0 ? site.catalog : other;
            calls.add(() -> node.people().groups().create(owner.id(), "Closed", "", false));
        }
        assertThat(ConcurrentCalls.failures(calls)).hasSize(ROUNDS - 1)
                .allMatch(CatalogException.class::isInstance);
        assertThat(site.catalog.people().groups().of(owner.id())).hasSize(1);
    }

    @Test
    void whoAskEachOtherAtOnce_areBuddies() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(ConcurrentCalls.failures(List.of(
                    () -> site.catalog.people().buddies().ask(owner.id(), member.id()),
                    () -> other.people().buddies().ask(member.id(), owner.id())))).isEmpty();
            assertThat(site.catalog.people().buddies().bond(owner.id(), member.id()))
                    .isEqualTo(BuddyStatus.BUDDY);
            site.catalog.people().buddies().remove(owner.id(), member.id());
        }
    }

    @Test
    void blockingWhileBeingAsked_isHeardLast() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(ConcurrentCalls.failures(List.of(
                    () -> site.catalog.people().buddies().ask(owner.id(), member.id()),
                    () -> other.people().buddies().block(member.id(), owner.id())))).isEmpty();
            assertThat(site.catalog.people().buddies().bond(member.id(), owner.id()))
                    .isEqualTo(BuddyStatus.BLOCKED);
            assertThat(site.catalog.people().inbox().count(member.id())).isZero();
            site.catalog.people().buddies().unblock(member.id(), owner.id());
            assertThat(site.catalog.people().buddies().bond(owner.id(), member.id()))
                    .isEqualTo(BuddyStatus.NONE);
        }
    }

    private Group twoOwners(String name) {
        Group group = site.group(owner, name, member);
        site.catalog.people().memberships().changeRole(owner.id(), group.id(), member.id(),
                MembershipStatus.OWNER);
        return group;
    }

    /** As whoever of the two is still inside sees them. */
    private List<String> insiders(Group group) {
        String viewer = site.catalog.people().memberships().standing(owner.id(), group.id())
                .isInside()
                        ? owner.id()
                        : member.id();
        return site.catalog.people().memberships().of(viewer, group.id(), 0, 9).items().stream()
                .map(one -> one.person().name() + " " + one.standing()).toList();
    }
}

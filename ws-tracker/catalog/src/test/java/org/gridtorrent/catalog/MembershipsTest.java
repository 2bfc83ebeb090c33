package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.Member;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.people.Memberships;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class MembershipsTest {
    private final TestDatabase database;
    private Site site;
    private Memberships memberships;
    private Account owner;
    private Account member;
    private Account other;
    private Group group;

    MembershipsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        memberships = site.catalog.people().memberships();
        owner = site.account("owner");
        member = site.account("member");
        other = site.account("other");
        group = site.group(owner, "Climate");
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void invitation_isAMembershipOnceTheInvitedSaysYes() {
        assertThat(memberships.invite(owner.id(), group.id(), member.id()))
                .contains(MembershipStatus.INVITED);
        assertThat(memberships.invite(owner.id(), group.id(), member.id()))
                .contains(MembershipStatus.INVITED);
        assertThat(site.catalog.people().groups().of(member.id())).isEmpty();
        assertThat(memberships.accept(owner.id(), group.id(), member.id())).isFalse();
        assertThat(memberships.accept(other.id(), group.id(), member.id())).isFalse();
        assertThat(memberships.accept(member.id(), group.id(), member.id())).isTrue();
        assertThat(memberships.accept(member.id(), group.id(), member.id())).isTrue();
        assertThat(site.catalog.people().groups().of(member.id())).extracting(Group::members)
                .containsExactly(2);
    }

    @Test
    void request_isAMembershipOnceTheGroupSaysYes() {
        assertThat(memberships.request(member.id(), group.id()))
                .contains(MembershipStatus.REQUESTED);
        assertThat(memberships.accept(member.id(), group.id(), member.id())).isFalse();
        assertThat(memberships.accept(owner.id(), group.id(), member.id())).isTrue();
        assertThat(standing(member)).isEqualTo(MembershipStatus.MEMBER);
        assertThat(memberships.request(member.id(), group.id())).contains(MembershipStatus.MEMBER);
    }

    @Test
    void invitationThatMeetsARequest_isAMembership() {
        memberships.request(member.id(), group.id());
        assertThat(memberships.invite(owner.id(), group.id(), member.id()))
                .contains(MembershipStatus.MEMBER);
        memberships.invite(owner.id(), group.id(), other.id());
        assertThat(memberships.request(other.id(), group.id())).contains(MembershipStatus.MEMBER);
    }

    @Test
    void whatWaits_isEndedByEitherSide_andAMembershipIsNot() {
        for (Account actor : List.of(owner, member)) {
            memberships.invite(owner.id(), group.id(), member.id());
            assertThat(memberships.callOff(other.id(), group.id(), member.id())).isFalse();
            assertThat(memberships.callOff(actor.id(), group.id(), member.id())).isTrue();
            memberships.request(member.id(), group.id());
            assertThat(memberships.callOff(actor.id(), group.id(), member.id())).isTrue();
            assertThat(memberships.callOff(actor.id(), group.id(), member.id())).isFalse();
            assertThat(standing(member)).isEqualTo(MembershipStatus.NONE);
        }
        site.join(owner, group, member);
        assertThat(memberships.callOff(owner.id(), group.id(), member.id())).isFalse();
        assertThat(memberships.callOff(member.id(), group.id(), member.id())).isFalse();
        assertThat(standing(member)).isEqualTo(MembershipStatus.MEMBER);
    }

    @Test
    void ownerWhoIsDisabled_isNoOtherOwner() {
        memberships.invite(owner.id(), group.id(), member.id());
        memberships.accept(member.id(), group.id(), member.id());
        memberships.changeRole(owner.id(), group.id(), member.id(), MembershipStatus.OWNER);
        site.catalog.identity().accounts().disable(member.id());
        assertThatThrownBy(() -> memberships.leave(owner.id(), group.id()))
                .hasMessageContaining("last owner");
        assertThatThrownBy(() -> memberships.changeRole(owner.id(), group.id(), owner.id(),
                MembershipStatus.MEMBER)).hasMessageContaining("last owner");
        assertThat(memberships.changeRole(owner.id(), group.id(), member.id(),
                MembershipStatus.MEMBER))
                .isTrue();
    }

    @Test
    void lastOwner_leavesOnlyAfterHandingOver() {
        site.join(owner, group, member);
        for (Runnable less : List.<Runnable>of(() -> memberships.leave(owner.id(), group.id()),
                () -> memberships.changeRole(owner.id(), group.id(), owner.id(),
                        MembershipStatus.MEMBER))) {
            assertThatThrownBy(less::run).isInstanceOf(CatalogException.class)
                    .hasMessageContaining("Make another member an owner first");
        }
        assertThat(
                memberships.changeRole(owner.id(), group.id(), other.id(), MembershipStatus.OWNER))
                .isFalse();
        assertThat(
                memberships.changeRole(owner.id(), group.id(), member.id(), MembershipStatus.OWNER))
                .isTrue();
        assertThat(memberships.leave(owner.id(), group.id())).isTrue();
        assertThat(memberships.leave(owner.id(), group.id())).isFalse();
        assertThatThrownBy(() -> memberships.leave(member.id(), group.id()))
                .isInstanceOf(CatalogException.class);
    }

    @Test
    void roleEndsWithTheMembership() {
        site.join(owner, group, member);
        memberships.changeRole(owner.id(), group.id(), member.id(), MembershipStatus.ADMIN);
        memberships.remove(owner.id(), group.id(), member.id());
        site.join(owner, group, member);
        assertThat(standing(member)).isEqualTo(MembershipStatus.MEMBER);
        assertThatThrownBy(() -> memberships.changeRole(owner.id(), group.id(), member.id(),
                MembershipStatus.INVITED)).isInstanceOf(CatalogException.class);
    }

    @Test
    void joiningAndLeaving_moveTheEpoch_andWhatOnlyWaitsDoesNot() {
        Device source = site.device(owner);
        Content content = site.publish(owner, source, "ice",
                Grants.groups(List.of(group.id())));
        long first = epoch(content);
        memberships.invite(owner.id(), group.id(), member.id());
        assertThat(epoch(content)).isEqualTo(first);
        memberships.accept(member.id(), group.id(), member.id());
        long joined = epoch(content);
        assertThat(joined).isGreaterThan(first);
        assertThat(site.seenBy(member, content)).isPresent();
        long revision = site.revision(source);
        memberships.remove(owner.id(), group.id(), member.id());
        assertThat(epoch(content)).isGreaterThan(joined);
        assertThat(site.revision(source)).isGreaterThan(revision);
        assertThat(site.seenBy(member, content)).isEmpty();
    }

    @Test
    void members_areShownToMembers_ownersFirst_pageByPage() {
        site.join(owner, group, other);
        site.join(owner, group, member);
        memberships.changeRole(owner.id(), group.id(), other.id(), MembershipStatus.ADMIN);
        memberships.invite(owner.id(), group.id(), site.account("fourth").id());
        memberships.request(site.account("fifth").id(), group.id());
        assertThat(names(memberships.of(member.id(), group.id(), 0, 9).items()))
                .containsExactly("owner", "other", "member");
        assertThat(names(memberships.of(member.id(), group.id(), 1, 1).items()))
                .containsExactly("other");
        assertThat(memberships.of(member.id(), group.id(), 1, 1).more()).isTrue();
        assertThat(memberships.of("fifth", group.id(), 0, 9).items()).isEmpty();
        assertThat(names(memberships.pending(other.id(), group.id(), MembershipStatus.INVITED, 9)
                .items())).containsExactly("fourth");
        assertThat(names(memberships.pending(other.id(), group.id(), MembershipStatus.REQUESTED, 9)
                .items())).containsExactly("fifth");
        assertThat(
                memberships.pending(member.id(), group.id(), MembershipStatus.INVITED, 9).items())
                .isEmpty();
    }

    @Test
    void candidates_areFoundByName_withHowTheyStand() {
        memberships.invite(owner.id(), group.id(), member.id());
        site.catalog.identity().accounts().disable(other.id());
        assertThat(memberships.candidates(owner.id(), group.id(), "user", 9).items())
                .extracting(found -> found.person().name() + " " + found.standing())
                .containsExactly("member INVITED", "owner OWNER");
        assertThat(memberships.candidates(owner.id(), group.id(), "m", 9).items()).isEmpty();
        assertThat(memberships.candidates(member.id(), group.id(), "user", 9).items()).isEmpty();
        assertThat(memberships.invite(owner.id(), group.id(), other.id())).isEmpty();
    }

    private MembershipStatus standing(Account account) {
        return memberships.standing(account.id(), group.id());
    }

    private long epoch(Content content) {
        return site.seenBy(owner, content).orElseThrow().accessEpoch();
    }

    private static List<String> names(List<Member> members) {
        return members.stream().map(found -> found.person().name()).toList();
    }
}

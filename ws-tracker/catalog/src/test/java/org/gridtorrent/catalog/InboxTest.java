package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.people.PendingRequest;
import org.gridtorrent.catalog.people.Person;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class InboxTest {
    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account admin;
    private Account guest;
    private Group group;

    InboxTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        admin = site.account("admin");
        guest = site.account("guest");
        group = site.group(owner, "Ice", admin);
        site.catalog.people().memberships().changeRole(owner.id(), group.id(), admin.id(),
                MembershipStatus.ADMIN);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void invitation_waitsForTheInvited_andOnTheListOfWhoInvited() {
        site.catalog.people().memberships().invite(admin.id(), group.id(), guest.id());
        assertThat(waiting(guest)).containsExactly("INVITATION Ice admin");
        assertThat(asked(admin)).containsExactly("INVITATION Ice guest");
        assertThat(asked(owner)).isEmpty();
        assertThat(waiting(owner)).isEmpty();
        site.catalog.people().memberships().accept(guest.id(), group.id(), guest.id());
        assertThat(waiting(guest)).isEmpty();
        assertThat(asked(admin)).isEmpty();
    }

    @Test
    void request_waitsForOwnersAndAdmins() {
        site.join(owner, group, site.account("member"));
        site.catalog.people().memberships().request(guest.id(), group.id());
        assertThat(waiting(owner)).containsExactly("REQUEST Ice guest");
        assertThat(waiting(admin)).containsExactly("REQUEST Ice guest");
        assertThat(site.catalog.people().inbox().count(
                site.catalog.identity().accounts().findByName("member").orElseThrow().id()))
                .isZero();
        assertThat(asked(guest)).containsExactly("REQUEST Ice -");
        site.catalog.people().memberships().changeRole(owner.id(), group.id(), admin.id(),
                MembershipStatus.MEMBER);
        assertThat(waiting(admin)).isEmpty();
        site.catalog.identity().accounts().disable(guest.id());
        assertThat(waiting(owner)).isEmpty();
    }

    @Test
    void askOfABuddy_waitsForTheOther() {
        site.catalog.people().buddies().ask(guest.id(), owner.id());
        assertThat(waiting(owner)).containsExactly("BUDDY - guest");
        assertThat(asked(guest)).containsExactly("BUDDY - owner");
        site.catalog.people().buddies().accept(owner.id(), guest.id());
        assertThat(waiting(owner)).isEmpty();
        assertThat(asked(guest)).isEmpty();
    }

    @Test
    void whoIsBlocked_seesTheAskWaitForEver_andTheirInvitationsDoNotArrive() {
        site.catalog.people().buddies().block(guest.id(), admin.id());
        site.catalog.people().buddies().ask(admin.id(), guest.id());
        site.catalog.people().memberships().invite(admin.id(), group.id(), guest.id());
        assertThat(waiting(guest)).isEmpty();
        assertThat(asked(admin)).containsExactlyInAnyOrder("BUDDY - guest",
                "INVITATION Ice guest");
    }

    @Test
    void all_isInTheOrderInWhichItCame_pageByPage() {
        site.catalog.people().buddies().ask(guest.id(), owner.id());
        site.pass(Duration.ofMinutes(1));
        site.catalog.people().memberships().request(guest.id(), group.id());
        site.pass(Duration.ofMinutes(1));
        Group theirs = site.group(admin, "Firn");
        site.catalog.people().memberships().invite(admin.id(), theirs.id(), owner.id());
        assertThat(waiting(owner)).containsExactly("BUDDY - guest", "REQUEST Ice guest",
                "INVITATION Firn admin");
        assertThat(site.catalog.people().inbox().count(owner.id())).isEqualTo(3);
        var second = site.catalog.people().inbox().waiting(owner.id(), 1, 1);
        assertThat(words(second.items())).containsExactly("REQUEST Ice guest");
        assertThat(second.more()).isTrue();
        assertThat(site.catalog.people().inbox().waiting(owner.id(), 2, 1).more()).isFalse();
        assertThat(site.catalog.people().inbox().asked(guest.id(), 1, 1).items()).hasSize(1);
    }

    private List<String> waiting(Account account) {
        List<String> words = words(
                site.catalog.people().inbox().waiting(account.id(), 0, 9).items());
        assertThat(site.catalog.people().inbox().count(account.id())).isEqualTo(words.size());
        return words;
    }

    private List<String> asked(Account account) {
        return words(site.catalog.people().inbox().asked(account.id(), 0, 9).items());
    }

    private static List<String> words(List<PendingRequest> all) {
        return all.stream().map(each -> each.kind() + " "
                + each.group().map(PendingRequest.GroupName::name).orElse("-") + " "
                + each.person().map(Person::name).orElse("-")).toList();
    }
}

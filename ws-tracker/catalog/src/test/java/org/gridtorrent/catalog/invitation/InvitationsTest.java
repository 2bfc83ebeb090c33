package org.gridtorrent.catalog.invitation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.ConcurrentCalls;
import org.gridtorrent.catalog.Site;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.audit.AuditEntry;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.audit.AuditQuery;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.invitation.Invitation.State;
import org.gridtorrent.catalog.invitation.Invitations.Delivery;
import org.gridtorrent.catalog.invitation.Invitations.Made;
import org.gridtorrent.catalog.mail.MailAddress;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.catalog.notify.Notice;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Invitations by mail, made on two nodes of one database. */
@ParameterizedClass
@EnumSource
class InvitationsTest {
    private static final Delivery MAIL = new Delivery(true, "de");
    private static final Delivery HAND = new Delivery(false, "en");
    private static final String NEW = "New@example.org";
    private static final String PASSWORD = "a long password";

    private final TestDatabase database;
    private Site site;
    private Catalog other;
    private Account boss;
    private Account owner;
    private Account member;
    private Group group;

    InvitationsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        DatabaseLogin login = database.empty();
        site = new Site(login);
        other = Catalog.open(login, () -> site.now);
        boss = TestAccounts.addAdmin(site.catalog, "boss", "The boss");
        owner = site.account("owner");
        member = site.account("member");
        group = site.group(owner, "Climate", member);
    }

    @AfterEach
    void close() {
        other.close();
        site.close();
    }

    private Invitations invitations() {
        return site.catalog.people().invitations();
    }

    private InvitationLinks links() {
        return site.catalog.people().invitationLinks();
    }

    private Made invite(String address, Delivery delivery) {
        return invitations().toSite(boss.id(), List.of(address), delivery).orElseThrow()
                .getFirst();
    }

    private Made inviteToGroup(String address, Delivery delivery) {
        return invitations().toGroup(owner.id(), group.id(), address, delivery).orElseThrow();
    }

    private String mailedSecret() {
        OutgoingMail mail = site.catalog.notifications().outbox().take().orElseThrow();
        assertThat(mail.kind()).isEqualTo(OutgoingMail.Kind.INVITATION);
        InvitationLinks.Letter letter = links().letter(mail.id()).orElseThrow();
        site.catalog.notifications().outbox().sent(mail);
        return letter.secret();
    }

    private State state(Made made) {
        return invitations().all(0, 100).items().stream()
                .filter(one -> one.id().equals(made.invitation().id())).findFirst().orElseThrow()
                .state();
    }

    @Test
    void aMailedLink_makesOneAccountWithAConfirmedAddress() {
        Made made = invite(NEW, MAIL);
        assertThat(made.fresh()).isTrue();
        assertThat(made.secret()).as("goes by mail alone").isEmpty();
        assertThat(state(made)).isEqualTo(State.WAITING);
        String secret = mailedSecret();
        assertThat(state(made)).isEqualTo(State.SENT);
        assertThat(links().linked(secret)).map(Invitation::address).contains(NEW);
        Account fresh = links().register(secret, "fresh", "New here", PASSWORD, "de", true);
        assertThat(site.catalog.identity().mailAddresses().find(fresh.id()))
                .contains(new MailAddress(NEW, true, "de", false));
        assertThat(state(made)).isEqualTo(State.USED);
        assertThat(links().linked(secret)).isEmpty();
        assertRefused(Refused.INVITATION_OVER,
                () -> links().register(secret, "again", "Twice", PASSWORD, "de", true));
        assertThat(site.catalog.identity().accounts().findByName("again")).isEmpty();
        assertThat(invitations().withdraw(boss.id(), made.invitation().id())).isFalse();
        assertThat(site.catalog.site().auditLog()
                .find(new AuditQuery("", "", "", AuditQuery.BEGINNING,
                        AuditQuery.END), 0, 50)
                .items()).extracting(AuditEntry::kind, AuditEntry::detail)
                .contains(tuple(AuditKind.INVITATION_USED, NEW));
    }

    @Test
    void aLinkThatWasHandedOver_provesNoAddress() {
        String secret = invite(NEW, HAND).secret().orElseThrow();
        Account fresh = links().register(secret, "fresh", "New here", PASSWORD, "en", false);
        assertThat(site.catalog.identity().mailAddresses().find(fresh.id()))
                .contains(new MailAddress(NEW, false, "en", false));
        assertThat(site.catalog.notifications().outbox().take()).isEmpty();
    }

    @Test
    void aTakenName_spendsNoLink() {
        String secret = invite(NEW, HAND).secret().orElseThrow();
        assertRefused(Refused.USER_NAME_TAKEN,
                () -> links().register(secret, "owner", "New here", PASSWORD, "en", false));
        assertThat(links().linked(secret)).isPresent();
    }

    @Test
    void aLinkToAGroup_makesAMember_whoIsNewOrHasAnAccount() {
        String first = inviteToGroup(NEW, HAND).secret().orElseThrow();
        Account fresh = links().register(first, "fresh", "New here", PASSWORD, "en", false);
        assertThat(site.catalog.people().memberships().standing(fresh.id(), group.id()))
                .isEqualTo(MembershipStatus.MEMBER);
        assertThat(site.catalog.notifications().notices().of(owner.id(), 0, 5).items())
                .extracting(Notice::kind).contains(Notice.Kind.ACCEPTED);
        Account there = site.account("there");
        String second = inviteToGroup("there@example.org", HAND).secret().orElseThrow();
        assertThat(links().join(second, there.id())).contains(group.id());
        assertThat(links().join(second, there.id())).as("said twice").contains(group.id());
        assertThat(links().join(second, boss.id())).as("another's").isEmpty();
        assertThat(site.catalog.people().memberships().standing(there.id(), group.id()))
                .isEqualTo(MembershipStatus.MEMBER);
        assertThat(links().join(invite("x@example.org", HAND).secret().orElseThrow(),
                there.id())).as("to no group").isEmpty();
    }

    @Test
    void whoMayNotInvite_neitherInvitesNorSeesNorWithdraws() {
        Made made = inviteToGroup(NEW, MAIL);
        String id = made.invitation().id();
        for (Account nobody : List.of(member, site.account("stranger"))) {
            assertThat(invitations().toSite(nobody.id(), List.of(NEW), MAIL)).isEmpty();
            assertThat(invitations().toGroup(nobody.id(), group.id(), NEW, MAIL)).isEmpty();
            assertThat(invitations().ofGroup(nobody.id(), group.id(), 0, 9).items()).isEmpty();
            assertThat(invitations().withdraw(nobody.id(), id)).isFalse();
            assertThat(invitations().again(nobody.id(), id, MAIL)).isEmpty();
        }
        assertThat(invitations().ofGroup(owner.id(), group.id(), 0, 9).items())
                .extracting(Invitation::address).containsExactly(NEW);
        String toSite = invite("x@example.org", MAIL).invitation().id();
        assertThat(invitations().withdraw(owner.id(), toSite)).isFalse();
        assertThat(invitations().withdraw(boss.id(), id)).isTrue();
    }

    @Test
    void aWithdrawnOrOldOne_leadsNowhereAndItsMailIsNotSent() {
        Made made = invite(NEW, MAIL);
        OutgoingMail mail = site.catalog.notifications().outbox().take().orElseThrow();
        String secret = links().letter(mail.id()).orElseThrow().secret();
        assertThat(invitations().withdraw(boss.id(), made.invitation().id())).isTrue();
        assertThat(invitations().withdraw(boss.id(), made.invitation().id())).isTrue();
        assertThat(links().letter(mail.id())).isEmpty();
        assertThat(links().linked(secret)).isEmpty();
        assertThat(state(made)).isEqualTo(State.WITHDRAWN);
        assertThat(invitations().again(boss.id(), made.invitation().id(), MAIL)).isEmpty();
        Made old = invite(NEW, HAND);
        site.pass(Duration.ofDays(14));
        assertThat(links().linked(old.secret().orElseThrow())).isEmpty();
        assertThat(state(old)).isEqualTo(State.EXPIRED);
        String fresh = invitations().again(boss.id(), old.invitation().id(), HAND).orElseThrow()
                .secret().orElseThrow();
        assertThat(links().linked(fresh)).isPresent();
        assertThat(links().linked(old.secret().orElseThrow())).isEmpty();
    }

    @Test
    void aMailThatIsGivenUp_showsItsReason_andASecondReplacesTheFirst() {
        Made made = invite(NEW, MAIL);
        OutgoingMail mail = site.catalog.notifications().outbox().take().orElseThrow();
        String first = links().letter(mail.id()).orElseThrow().secret();
        site.catalog.notifications().outbox().giveUp(mail, "550 no such user");
        assertThat(invitations().all(0, 9).items()).singleElement().satisfies(one -> {
            assertThat(one.state()).isEqualTo(State.FAILED);
            assertThat(one.problem()).isEqualTo("550 no such user");
        });
        assertRefused(Refused.INVITATION_SENT_TODAY,
                () -> invitations().again(boss.id(), made.invitation().id(), MAIL));
        site.pass(Duration.ofDays(1));
        assertThat(invitations().again(boss.id(), made.invitation().id(), MAIL)).isPresent();
        assertThat(links().linked(first)).isEmpty();
        assertThat(links().linked(mailedSecret())).isPresent();
    }

    @Test
    void theSameAddressAgain_isTheSameInvitationAndNoMail() throws Exception {
        Made made = inviteToGroup(NEW, MAIL);
        Made again = inviteToGroup(" new@EXAMPLE.org ", MAIL);
        assertThat(again.fresh()).isFalse();
        assertThat(again.invitation().id()).isEqualTo(made.invitation().id());
        List<Callable<?>> both = new ArrayList<>();
        for (Catalog node : List.of(site.catalog, other, site.catalog, other)) {
            both.add(() -> node.people().invitations().toGroup(owner.id(), group.id(),
                    "two@example.org",
                    MAIL));
        }
        assertThat(ConcurrentCalls.failures(both)).isEmpty();
        assertThat(invitations().all(0, 9).items()).hasSize(2);
        assertThat(site.catalog.notifications().outbox().list(0, 9).items()).hasSize(2);
        assertThat(invitations().toSite(boss.id(), List.of("a@example.org", "A@example.org"),
                MAIL).orElseThrow()).hasSize(1);
    }

    @Test
    void nobodySendsMoreThanSoManyADay_onAllNodesTogether() throws Exception {
        List<Callable<?>> calls = new ArrayList<>();
        for (int i = 0; i < InvitationLimits.A_DAY + 6; i++) {
            Catalog node = i % 2 == 0 ? site.catalog : other;
            String address = "person" + i + "@example.org";
            calls.add(() -> node.people().invitations().toGroup(owner.id(), group.id(), address,
                    MAIL));
        }
        assertThat(ConcurrentCalls.failures(calls)).hasSize(
                6).allSatisfy(
                        failure -> assertThat(failure)
                                .isInstanceOfSatisfying(CatalogException.class,
                                        refused -> assertThat(
                                                refused.translatable().orElseThrow().refused())
                                                .isEqualTo(Refused.INVITATIONS_TOO_MANY)));
        site.pass(Duration.ofDays(1));
        inviteToGroup("tomorrow@example.org", MAIL);
        List<String> many = IntStream.range(0, 100).mapToObj(i -> "crowd" + i + "@example.org")
                .toList();
        assertThat(invitations().toSite(boss.id(), many, MAIL).orElseThrow()).hasSize(100);
    }

    @Test
    void anAddress_isNotToldOfManyADay() {
        Made first = invite(NEW, MAIL);
        invitations().withdraw(boss.id(), first.invitation().id());
        inviteToGroup(NEW, MAIL);
        invite(NEW, MAIL);
        Group third = site.group(member, "Ice");
        assertRefused(Refused.INVITED_TOO_OFTEN,
                () -> invitations().toGroup(member.id(), third.id(), NEW, MAIL));
        site.pass(Duration.ofDays(1));
        assertThat(invitations().toGroup(member.id(), third.id(), NEW, MAIL)).isPresent();
    }

    @Test
    void whatIsNoAddress_orTooMany_isRefusedWhole() {
        assertRefused(Refused.INVITED_ADDRESS, () -> invitations().toSite(boss.id(),
                List.of("good@example.org", "no address"), MAIL));
        assertRefused(Refused.INVITED_AT_ONCE,
                () -> invitations().toSite(boss.id(), List.of(), MAIL));
        assertThat(invitations().all(0, 9).items()).isEmpty();
    }

    @Test
    void whereNobodyMayRegister_onlyGroupsInvite_andNoLinkMakesAnAccount() {
        String secret = inviteToGroup(NEW, HAND).secret().orElseThrow();
        site.catalog.site().settings().change(boss.id(),
                new Settings.Site("", Registration.CLOSED, 365, 14));
        assertRefused(Refused.REGISTRATION_CLOSED, () -> invite("x@example.org", MAIL));
        assertRefused(Refused.REGISTRATION_CLOSED,
                () -> links().register(secret, "fresh", "New here", PASSWORD, "en", false));
        assertThat(links().join(secret, boss.id())).as("has an account").contains(group.id());
        Made later = inviteToGroup("later@example.org", HAND);
        assertThat(later.fresh()).isTrue();
        String again = invitations().again(owner.id(), later.invitation().id(), HAND)
                .flatMap(Made::secret).orElseThrow();
        assertRefused(Refused.REGISTRATION_CLOSED,
                () -> links().register(again, "fresh", "New here", PASSWORD, "en", false));
    }

    @Test
    void ofManyWhoComeByOneLink_oneGetsIn() throws Exception {
        String secret = inviteToGroup(NEW, HAND).secret().orElseThrow();
        assertThat(ConcurrentCalls.failures(List.of(
                () -> links().register(secret, "first", "One", PASSWORD, "en", false),
                () -> other.people().invitationLinks().register(secret, "second", "Two", PASSWORD,
                        "en",
                        false))))
                .singleElement().isInstanceOf(CatalogException.class);
        assertThat(site.catalog.identity().accounts().count()).isEqualTo(4);
        assertThat(site.catalog.people().memberships().of(owner.id(), group.id(), 0, 9).items())
                .hasSize(3);
    }

    private static void assertRefused(Refused refused, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(CatalogException.class,
                failure -> assertThat(failure.translatable().orElseThrow().refused())
                        .isEqualTo(refused));
    }
}

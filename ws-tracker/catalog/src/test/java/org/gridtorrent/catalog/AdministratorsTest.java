package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.account.Administrators;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.GroupSummary;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class AdministratorsTest {
    private static final int ROUNDS = 10;

    private final TestDatabase database;
    private DatabaseLogin login = DatabaseLogin.of("jdbc:h2:mem:");
    private Site site;
    private Account boss;
    private Account member;

    AdministratorsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        login = database.empty();
        site = new Site(login);
        boss = TestAccounts.addAdmin(site.catalog, "boss", "The boss");
        member = site.account("member");
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void onlyAnAdministrator_changesAccounts() {
        assertThat(administrators().disable(member.id(), boss.id())).isFalse();
        assertThat(administrators().changeRole(member.id(), member.id(), Role.ADMIN)).isFalse();
        assertThat(administrators().endSessions(member.id(), boss.id())).isFalse();
        assertThat(administrators().disable(boss.id(), "nobody")).isFalse();
        assertThat(administrators().disable(boss.id(), member.id())).isTrue();
        assertThat(found(member).disabled()).isTrue();
        assertThat(administrators().enable(boss.id(), member.id())).isTrue();
        assertThat(found(member).disabled()).isFalse();
    }

    @Test
    void theLastAdministrator_stays() {
        for (Runnable act : List.<Runnable>of(
                () -> administrators().disable(boss.id(), boss.id()),
                () -> administrators().changeRole(boss.id(), boss.id(), Role.USER),
                () -> site.catalog.identity().accounts().disable(boss.id()))) {
            assertThatThrownBy(act::run).isInstanceOf(CatalogException.class)
                    .hasMessageContaining("last administrator");
        }
        assertThat(administrators().changeRole(boss.id(), member.id(), Role.ADMIN)).isTrue();
        assertThat(administrators().disable(boss.id(), boss.id())).isTrue();
        assertThat(found(boss).disabled()).isTrue();
        assertThat(administrators().enable(boss.id(), boss.id())).isFalse();
    }

    @Test
    void endedSessions_areOver() {
        String token = site.catalog.identity().sessions().open(member, Duration.ofDays(1), "", "")
                .token();
        assertThat(administrators().endSessions(boss.id(), member.id())).isTrue();
        assertThat(site.catalog.identity().sessions().find(token)).isEmpty();
    }

    @Test
    void twoAdministratorsWhoDisableEachOtherAtOnce_leaveOne() throws Exception {
        Account second = site.catalog.identity().accounts().registerAdmin("second", "Second",
                "long password");
        try (Catalog other = Catalog.open(login, () -> site.now)) {
            for (int i = 0; i < ROUNDS; i++) {
                ConcurrentCalls.failures(List.of(
                        () -> administrators().disable(boss.id(), second.id()),
                        () -> other.site().administrators().disable(second.id(), boss.id())));
                assertThat(List.of(found(boss).disabled(), found(second).disabled()))
                        .as("round " + i).containsExactlyInAnyOrder(true, false);
                Account left = found(boss).disabled() ? second : boss;
                Account out = left.equals(boss) ? second : boss;
                assertThat(administrators().enable(left.id(), out.id())).isTrue();
            }
        }
    }

    @Test
    void accounts_areFoundByWords() {
        assertThat(administrators().accounts("", 0, 1).items()).extracting(Account::name)
                .containsExactly("boss");
        assertThat(administrators().accounts("", 0, 1).more()).isTrue();
        assertThat(administrators().accounts("USER mem", 0, 9).items()).extracting(Account::name)
                .containsExactly("member");
    }

    @Test
    void aGroupWhoseOwnersAreDisabled_isHandedOverToAMember() {
        Account owner = site.account("owner");
        Account stranger = site.account("stranger");
        Group group = site.group(owner, "Ice", member);
        assertThatThrownBy(
                () -> site.catalog.people().groupAdministration().handOver(boss.id(), group.id(),
                        member.id()))
                .isInstanceOf(CatalogException.class).hasMessageContaining("has an active owner");
        administrators().disable(boss.id(), owner.id());
        assertThat(site.catalog.people().groupAdministration().groups("ICE", 0, 9).items())
                .containsExactly(new GroupSummary(group.id(), "Ice", true, 2, 0));
        for (String nobody : List.of(stranger.id(), owner.id(), "unknown")) {
            assertThatThrownBy(() -> site.catalog.people().groupAdministration().handOver(boss.id(),
                    group.id(), nobody))
                    .isInstanceOf(CatalogException.class).hasMessageContaining("must be a member");
        }
        assertThat(
                site.catalog.people().groupAdministration().handOver(member.id(), group.id(),
                        member.id()))
                .isFalse();
        assertThat(site.catalog.people().groupAdministration().handOver(boss.id(), group.id(),
                member.id()))
                .isTrue();
        assertThat(site.catalog.people().memberships().standing(member.id(), group.id()))
                .isEqualTo(MembershipStatus.OWNER);
    }

    @Test
    void aGroup_isDeletedByAnAdministratorAlone() {
        Group group = site.group(member, "Ice");
        assertThat(site.catalog.people().groupAdministration().deleteGroup(member.id(), group.id()))
                .isFalse();
        assertThat(site.catalog.people().groupAdministration().deleteGroup(boss.id(), group.id()))
                .isTrue();
        assertThat(site.catalog.people().groupAdministration().deleteGroup(boss.id(), group.id()))
                .isFalse();
        assertThat(site.catalog.people().groupAdministration().group(group.id())).isEmpty();
    }

    private Account found(Account account) {
        return site.catalog.identity().accounts().find(account.id()).orElseThrow();
    }

    private Administrators administrators() {
        return site.catalog.site().administrators();
    }
}

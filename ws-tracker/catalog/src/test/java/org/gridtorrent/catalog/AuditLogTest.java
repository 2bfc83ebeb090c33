package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.audit.AuditChannel;
import org.gridtorrent.catalog.audit.AuditContext;
import org.gridtorrent.catalog.audit.AuditEntry;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.audit.AuditQuery;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class AuditLogTest {
    private static final AuditQuery ALL = AuditQuery.of("");

    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account guest;

    AuditLogTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        guest = site.account("guest");
        site.pass(Duration.ofSeconds(1));
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void anEntry_saysWhoDidWhatFromWhereAndByWhichWay() {
        var errand = new AuditContext(AuditChannel.REST, "192.0.2.9");
        errand.run(() -> {
            AuditContext.inNameOf(owner.id(), "backup");
            site.catalog.people().groups().create(owner.id(), "Ice", "", true);
        });
        assertThat(latest()).isEqualTo(
                new AuditEntry(site.now, "owner", AuditKind.GROUP_CREATED, AuditChannel.REST,
                        "backup", "192.0.2.9", "", "", "Ice"));
        site.pass(Duration.ofSeconds(1));
        site.catalog.people().groups().create(guest.id(), "Snow", "", true);
        assertThat(latest()).extracting(AuditEntry::who, AuditEntry::way, AuditEntry::origin)
                .containsExactly("guest", AuditChannel.MACHINE, "");
    }

    @Test
    void signingIn_isNotedAndItsFailuresToo_butNeverWhatWasTyped() {
        assertThat(site.catalog.identity().accounts().authenticate("guest", "not the password"))
                .isEmpty();
        assertThat(site.catalog.identity().accounts().authenticate("my secret password", "x"))
                .isEmpty();
        site.catalog.identity().sessions().open(guest, Duration.ofDays(1), "192.0.2.1", "");
        assertThat(entries(ALL)).extracting(AuditEntry::kind)
                .contains(AuditKind.SIGN_IN_FAILED, AuditKind.SIGNED_IN);
        assertThat(entries(ALL)).filteredOn(entry -> entry.kind() == AuditKind.SIGN_IN_FAILED)
                .extracting(AuditEntry::who).containsExactlyInAnyOrder("guest", "");
        assertThat(entries(ALL)).noneMatch(entry -> entry.toString().contains("password"));
    }

    @Test
    void rightsGroupsMachinesAndTokens_areNoted() {
        Device source = site.device(owner);
        Group group = site.group(owner, "Ice", guest);
        Content content = site.publish(owner, source, "Cores", Grants.groups(List.of(group.id())));
        site.catalog.access().expiry().change(owner.id(), content.id(),
                Map.of(group.id(), Optional.of(site.now.plus(Duration.ofDays(1)))));
        site.pass(Duration.ofDays(1));
        site.catalog.access().expiry().endDue();
        site.catalog.access().grants().replace(owner.id(), content.id(), Grants.EVERYONE);
        site.catalog.datasets().withdrawals().withdraw(owner.id(), content.id(), "Wrong");
        site.catalog.people().memberships().changeRole(owner.id(), group.id(), guest.id(),
                MembershipStatus.ADMIN);
        site.catalog.people().memberships().leave(guest.id(), group.id());
        site.catalog.people().groups().delete(owner.id(), group.id());
        String secret = site.catalog.identity().apiTokens()
                .create(owner.id(), "backup", Scope.READ, Duration.ofDays(1)).secret();
        site.catalog.machines().withdrawals().withdraw(owner.id(), source.id());
        site.catalog.identity().accounts().disable(guest.id());
        assertThat(entries(ALL)).extracting(AuditEntry::kind).contains(AuditKind.REGISTERED,
                AuditKind.CODE_MADE,
                AuditKind.MACHINE_ENROLLED, AuditKind.GROUP_CREATED, AuditKind.INVITED,
                AuditKind.JOINED,
                AuditKind.PUBLISH_ORDERED, AuditKind.END_SET, AuditKind.ENDED, AuditKind.SHARED,
                AuditKind.WITHDRAWN,
                AuditKind.GROUP_ROLE_CHANGED, AuditKind.LEFT, AuditKind.GROUP_DELETED,
                AuditKind.TOKEN_MADE,
                AuditKind.MACHINE_WITHDRAWN, AuditKind.ACCOUNT_DISABLED);
        assertThat(entries(ALL)).noneMatch(entry -> entry.toString().contains(secret));
        assertThat(entries(new AuditQuery("", "", "core", AuditQuery.BEGINNING, AuditQuery.END)))
                .extracting(AuditEntry::kind).containsExactlyInAnyOrder(AuditKind.PUBLISH_ORDERED,
                        AuditKind.END_SET, AuditKind.ENDED, AuditKind.SHARED, AuditKind.WITHDRAWN);
        assertThat(
                entries(new AuditQuery("guest", "LEFT", "", AuditQuery.BEGINNING, AuditQuery.END)))
                .extracting(AuditEntry::detail).containsExactly("Ice: guest");
    }

    @Test
    void entriesComeInPages_withinDays() {
        for (int i = 0; i < 5; i++) {
            site.group(guest, "Group " + i);
            site.pass(Duration.ofDays(1));
        }
        AuditQuery groups = new AuditQuery("guest", "GROUP_CREATED", "", AuditQuery.BEGINNING,
                AuditQuery.END);
        ResultPage<AuditEntry> page = site.catalog.site().auditLog().find(groups, 1, 2);
        assertThat(page.items()).extracting(AuditEntry::detail).containsExactly("Group 3",
                "Group 2");
        assertThat(page.more()).isTrue();
        assertThat(
                entries(new AuditQuery("", "", "", site.now.minus(Duration.ofDays(2)), site.now)))
                .extracting(AuditEntry::detail).containsExactly("Group 4", "Group 3");
    }

    @Test
    void oldEntries_goWhenTheSettingSaysSo() {
        Account boss = TestAccounts.addAdmin(site.catalog, "boss", "The boss");
        site.pass(Duration.ofDays(31));
        assertThat(site.catalog.site().auditLog().prune()).isZero();
        assertThat(site.catalog.site().settings().change(owner.id(),
                new Settings.Site("", Registration.OPEN, 30, 14)))
                .isFalse();
        assertThat(site.catalog.site().settings().change(boss.id(),
                new Settings.Site("Grid", Registration.CLOSED, 30, 7)))
                .isTrue();
        assertThat(site.catalog.site().settings().site())
                .isEqualTo(new Settings.Site("Grid", Registration.CLOSED, 30, 7));
        assertThat(site.catalog.site().auditLog().prune()).isEqualTo(3);
        assertThat(entries(ALL)).extracting(AuditEntry::kind)
                .containsExactly(AuditKind.SETTINGS_CHANGED);
    }

    private AuditEntry latest() {
        return entries(ALL).getFirst();
    }

    private List<AuditEntry> entries(AuditQuery wanted) {
        return site.catalog.site().auditLog().find(wanted, 0, 100).items();
    }
}

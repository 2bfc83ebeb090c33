package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.access.AccessExpiry;
import org.gridtorrent.catalog.access.AccessExpiry.Entry;
import org.gridtorrent.catalog.access.GrantType;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.ContentEvents.Event;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class AccessExpiryTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final TestDatabase database;
    @TempDir
    Path folder;
    private Site site;
    private Account owner;
    private Account guest;
    private Account other;
    private Group group;
    private Device source;

    AccessExpiryTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        guest = site.account("guest");
        other = site.account("other");
        source = site.device(owner);
        group = site.group(owner, "Ice", guest);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void aPersonsRight_endsByItselfAndEveryHolderHearsOfIt() {
        Content content = site.publish(owner, source, "Ice",
                Grants.accounts(List.of(guest.id(), other.id())));
        assertThat(ends().change(owner.id(), content.id(),
                Map.of(guest.id(), Optional.of(site.now.plus(DAY))))).isTrue();
        long revision = site.revision(source);
        site.pass(DAY.minusSeconds(1));
        ends().endDue();
        assertThat(site.seenBy(guest, content)).isPresent();
        assertThat(site.revision(source)).isEqualTo(revision);
        site.pass(Duration.ofSeconds(1));
        ends().endDue();
        assertThat(site.seenBy(guest, content)).isEmpty();
        assertThat(site.seenBy(other, content)).isPresent();
        assertThat(site.revision(source)).isEqualTo(revision + 1);
        assertThat(site.seenBy(owner, content).orElseThrow().accessEpoch())
                .isEqualTo(content.accessEpoch() + 1);
        assertThat(ends().endDue()).isZero();
        assertThat(site.catalog.datasets().events().of(owner.id(), content.id(), 0, 1))
                .extracting(Event::detail).containsExactly("guest");
    }

    @Test
    void aGroupsRight_endsByItself() {
        Content content = site.publish(owner, source, "Ice", Grants.groups(List.of(group.id())));
        ends().change(owner.id(), content.id(),
                Map.of(group.id(), Optional.of(site.now.plus(DAY))));
        assertThat(site.seenBy(guest, content)).isPresent();
        site.pass(DAY);
        ends().endDue();
        assertThat(site.seenBy(guest, content)).isEmpty();
        assertThat(site.seenBy(owner, content)).isPresent();
    }

    @Test
    void anEnd_isKeptWhenOthersAreAddedAndCanBeTakenBack() {
        Content content = site.publish(owner, source, "Ice",
                Grants.accounts(List.of(guest.id())));
        ends().change(owner.id(), content.id(),
                Map.of(guest.id(), Optional.of(site.now.plus(DAY))));
        site.catalog.access().grants().replace(owner.id(), content.id(),
                Grants.accounts(List.of(other.id(), guest.id())));
        assertThat(ends().of(owner.id(), content.id())).containsExactly(
                new Entry(guest.id(), "guest", false, Optional.of(site.now.plus(DAY))),
                new Entry(other.id(), "other", false, Optional.empty()));
        ends().change(owner.id(), content.id(), Map.of(guest.id(), Optional.empty()));
        site.pass(DAY);
        ends().endDue();
        assertThat(site.seenBy(guest, content)).isPresent();
    }

    @Test
    void whoIsAdded_hasTheRightBesideOthers_andItsEnd() {
        Content content = site.publish(owner, source, "Ice", Grants.accounts(List.of(guest.id())));
        Optional<Instant> end = Optional.of(site.now.plus(DAY));
        long revision = site.revision(source);
        assertThat(grant(Grants.accounts(List.of(other.id(), guest.id())), end, content)).isTrue();
        assertThat(site.revision(source)).isEqualTo(revision + 1);
        assertThat(ends().of(owner.id(), content.id())).containsExactly(
                new Entry(guest.id(), "guest", false, end),
                new Entry(other.id(), "other", false, end));
        assertThat(grant(Grants.accounts(List.of(guest.id())), Optional.empty(), content))
                .as("without an end again").isTrue();
        site.pass(DAY);
        ends().endDue();
        assertThat(site.seenBy(guest, content)).isPresent();
        assertThat(site.seenBy(other, content)).isEmpty();
        assertThat(site.catalog.access().grants().grant(guest.id(), content.id(),
                Grants.accounts(List.of(other.id())), Optional.empty())).isFalse();
        assertThat(grant(Grants.accounts(List.of(other.id())), Optional.empty(), content)).isTrue();
        assertThat(site.seenBy(other, content)).isPresent();
    }

    @Test
    void whoIsAdded_isOfTheKindThatHasIt_unlessNobodyHas() {
        Content named = site.publish(owner, source, "Ice", Grants.accounts(List.of(guest.id())));
        Grants groups = Grants.groups(List.of(group.id()));
        assertThatThrownBy(() -> grant(groups, Optional.empty(), named))
                .isInstanceOf(CatalogException.class).hasMessageContaining("with people");
        assertThatThrownBy(() -> grant(Grants.accounts(List.of(other.id())),
                Optional.of(site.now), named)).isInstanceOf(CatalogException.class)
                .hasMessageContaining("in the future");
        assertThatThrownBy(() -> grant(Grants.accounts(List.of()), Optional.empty(), named))
                .isInstanceOf(CatalogException.class).hasMessageContaining("at least one");
        Content all = site.publish(owner, source, "Snow", Grants.EVERYONE);
        assertThatThrownBy(() -> grant(groups, Optional.empty(), all))
                .isInstanceOf(CatalogException.class).hasMessageContaining("Everyone");
        site.catalog.access().revocations().revoke(new ReportScope(owner.id(), false),
                List.of(new Right.Key(named.id(), GrantType.NAMED, guest.id())));
        assertThat(site.seenBy(guest, named)).isEmpty();
        assertThat(grant(groups, Optional.empty(), named)).isTrue();
        assertThat(site.seenBy(guest, named)).as("of the group").isPresent();
        assertThatThrownBy(() -> grant(Grants.accounts(List.of(other.id())), Optional.empty(),
                named)).isInstanceOf(CatalogException.class).hasMessageContaining("with groups");
    }

    private boolean grant(Grants grants, Optional<Instant> until, Content content) {
        return site.catalog.access().grants().grant(owner.id(), content.id(), grants, until);
    }

    @Test
    void ends_areTheOwnersAndInTheFuture() {
        Content content = site.publish(owner, source, "Ice",
                Grants.accounts(List.of(guest.id())));
        assertThat(ends().change(guest.id(), content.id(),
                Map.of(guest.id(), Optional.empty()))).isFalse();
        assertThat(ends().of(guest.id(), content.id())).isEmpty();
        assertThatThrownBy(() -> ends().change(owner.id(), content.id(),
                Map.of(guest.id(), Optional.of(site.now)))).isInstanceOf(CatalogException.class)
                .hasMessageContaining("in the future");
        assertThatThrownBy(() -> ends().change(owner.id(), content.id(),
                Map.of(guest.id(), Optional.of(Instant.MAX)))).isInstanceOf(CatalogException.class)
                .hasMessageContaining("10000");
    }

    @Test
    void whatCameToItsEndWhileTheSiteWasDown_isGoneBeforeAnybodyAsks() throws Exception {
        DatabaseLogin login = database.withoutTables(folder);
        String content;
        try (var before = new Site(login)) {
            Account publisher = before.account("publisher");
            Account reader = before.account("reader");
            Content published = before.publish(publisher, before.device(publisher), "Ice",
                    Grants.accounts(List.of(reader.id())));
            before.catalog.access().expiry().change(publisher.id(), published.id(),
                    Map.of(reader.id(), Optional.of(before.now.plus(DAY))));
            content = published.id();
        }
        var later = site.now.plus(DAY);
        try (var catalog = Catalog.open(login, () -> later)) {
            Account reader = catalog.identity().accounts().findByName("reader").orElseThrow();
            assertThat(catalog.datasets().contents().find(reader.id(), content)).isEmpty();
        }
    }

    private AccessExpiry ends() {
        return site.catalog.access().expiry();
    }
}

package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.audit.AuditEntry;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.audit.AuditQuery;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.dataset.Content.Terms;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.CatalogException.Reason;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.catalog.workflow.Registrations;
import org.gridtorrent.catalog.workflow.VersionPublishing;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Contents whose metainfo is ordered without the private flag (BEP 27). */
@ParameterizedClass
@EnumSource
class NonPrivateTest {
    private static final Terms NON_PRIVATE = new Terms(Optional.empty(), 0, 0, true);

    private final TestDatabase kind;
    private Site site;
    private Account owner;
    private Device device;

    NonPrivateTest(TestDatabase kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        site = new Site(kind.empty());
        owner = site.account("owner");
        device = site.device(owner);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Published publish(Grants grants, Terms terms, Optional<String> key) {
        return site.catalog.datasets().publishing().publish(
                new Draft(owner.id(), "Ice", "", grants, device.id(), "/data/ice"), Metadata.NONE,
                terms, key);
    }

    private Published publish() {
        return publish(Grants.EVERYONE, NON_PRIVATE, Optional.empty());
    }

    /** The device's client polls, and says whether it can make non-private torrents. */
    private List<Task> poll(boolean able) {
        return site.catalog.work().assignments().of(device.id(), able);
    }

    private Content register(Published published, boolean nonPrivate) {
        var made = new Registrations.Registration("ab".repeat(20), new byte[]{1}, 5, 1, nonPrivate);
        return site.catalog.datasets().registrations()
                .register(device.id(), published.task().id(), made)
                .orElseThrow();
    }

    private static void assertRefused(Reason reason, String words, ThrowingCallable asking) {
        assertThatThrownBy(asking).isInstanceOfSatisfying(CatalogException.class,
                refused -> assertThat(refused.reason()).isEqualTo(reason))
                .hasMessageContaining(words);
    }

    @Test
    void nonPrivateContent_isOrderedRegisteredAndNoted() {
        poll(true);
        Published published = publish();
        assertThat(published.content().nonPrivate()).isTrue();
        assertThat(poll(true)).singleElement().matches(Task::nonPrivate);
        assertThat(site.catalog.work().assignments().withoutSession(device.id())).isEmpty();
        assertThat(register(published, true).nonPrivate()).isTrue();
        assertThat(site.catalog.site().auditLog()
                .find(new AuditQuery("", AuditKind.NON_PRIVATE_CHOSEN.name(), "",
                        AuditQuery.BEGINNING, AuditQuery.END), 0, 9)
                .items()).extracting(AuditEntry::contentId)
                .containsExactly(published.content().id());
        site.catalog.work().tasks().requestDownload(owner.id(), published.content().id(),
                device.id());
        assertThat(poll(false)).as("getting it needs nothing of the client")
                .anyMatch(task -> task.kind() == Task.Kind.DOWNLOAD);
    }

    @Test
    void contentIsPrivate_unlessItIsOrderedOtherwise() {
        poll(true);
        Published published = publish(Grants.EVERYONE, Terms.NONE, Optional.empty());
        assertThat(published.content().nonPrivate()).isFalse();
        assertRefused(Reason.INVALID, "is not private", () -> register(published, true));
        assertThat(register(published, false).nonPrivate()).isFalse();
    }

    @Test
    void privateMetainfo_isRefusedWhereNonPrivateWasOrdered() {
        poll(true);
        Published published = publish();
        assertRefused(Reason.INVALID, "is private", () -> register(published, false));
    }

    @Test
    void contentThatIsNotPublic_isRefused() {
        poll(true);
        Grants group = Grants.groups(List.of(site.group(owner, "Ice").id()));
        for (Grants grants : List.of(group, Grants.accounts(List.of(owner.id())))) {
            assertRefused(Reason.INVALID, "everyone can access",
                    () -> publish(grants, NON_PRIVATE, Optional.empty()));
        }
    }

    @Test
    void machineWhoseClientDidNotSayThatItCan_isRefused() {
        assertRefused(Reason.CONFLICT, "Update and start it", this::publish);
        poll(true);
        poll(false);
        assertRefused(Reason.CONFLICT, "Update and start it", this::publish);
        assertThat(site.catalog.datasets().contents().ownedBy(owner.id(), 0, 9).items()).isEmpty();
    }

    @Test
    void taskFails_whenAnOlderClientTakesItsPlaceAndIsTriedAgainByANewerOne() {
        poll(true);
        Published published = publish();
        assertThat(poll(false)).isEmpty();
        Task failed = site.catalog.work().tasks().find(owner.id(), published.task().id())
                .orElseThrow();
        assertThat(failed.state()).isEqualTo(Task.State.FAILED);
        assertThat(failed.problem()).contains(Task.Problem.NOT_ALLOWED);
        assertThat(failed.reason())
                .contains(TaskReason.of(ReasonCode.CLIENT_WITHOUT_NON_PRIVATE));
        assertThat(site.catalog.datasets().contents().find(owner.id(), published.content().id()))
                .map(Content::state).contains(State.FAILED);
        assertRefused(Reason.CONFLICT, "Update and start it",
                () -> site.catalog.work().tasks().retry(owner.id(), failed.id()));
        poll(true);
        assertThat(site.catalog.work().tasks().retry(owner.id(), failed.id())).map(Task::nonPrivate)
                .contains(true);
    }

    @Test
    void accessThatWasRestrictedBeforeItIsRegistered_isRespected() {
        poll(true);
        Published published = publish();
        site.catalog.access().grants().replace(owner.id(), published.content().id(),
                Grants.accounts(List.of(owner.id())));
        assertRefused(Reason.CONFLICT, "restricted before it was published",
                () -> register(published, true));
    }

    @Test
    void accessOfWhatIsPublished_isRestrictedAsOfAnyOther() {
        poll(true);
        Content content = register(publish(), true);
        assertThat(site.catalog.access().grants().replace(owner.id(), content.id(),
                Grants.accounts(List.of(owner.id())))).isTrue();
        assertThat(
                site.catalog.datasets().contents().find(site.account("other").id(), content.id()))
                .isEmpty();
        assertThat(site.catalog.sharing().openSwarms().open(9)).isEmpty();
    }

    @Test
    void nextVersion_choosesAnew() {
        poll(true);
        Content first = register(publish(), true);
        VersionPublishing versions = site.catalog.datasets().versionPublishing();
        Content second = versions.prepare(owner.id(), first.id(), device.id(), "/data/next")
                .orElseThrow().content();
        assertThat(second.nonPrivate()).isFalse();
        Content third = versions.prepare(owner.id(), first.id(), device.id(), "/data/next", "",
                true).orElseThrow().content();
        assertThat(third.nonPrivate()).isTrue();
        assertThat(third.id()).isNotEqualTo(second.id());
        site.catalog.access().grants().replace(owner.id(), first.id(),
                Grants.accounts(List.of(owner.id())));
        assertRefused(Reason.INVALID, "everyone can access", () -> versions.prepare(owner.id(),
                first.id(), device.id(), "/data/other", "", true));
    }

    @Test
    void formThatIsSentAgain_keepsItsChoice() {
        poll(true);
        Optional<String> key = Optional.of("form");
        Published published = publish(Grants.EVERYONE, NON_PRIVATE, key);
        assertThat(publish(Grants.EVERYONE, NON_PRIVATE, key).content())
                .isEqualTo(published.content());
        assertRefused(Reason.CONFLICT, "another kind of torrent",
                () -> publish(Grants.EVERYONE, Terms.NONE, key));
    }
}

package org.gridtorrent.tracker.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.copy.CopyReconciler;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Registrations.Registration;
import org.gridtorrent.identity.SiteKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two keepers, as two nodes on one database have them. */
class CopyKeeperTest {
    @TempDir
    Path folder;
    private final DatabaseLogin database = TestDatabase.H2.empty();
    private Instant now = Instant.parse("2026-05-01T12:00:00Z");
    private final AtomicLong nanoTime = new AtomicLong();
    private Catalog catalog;
    private Catalog other;
    private CopyKeeper first;
    private CopyKeeper second;
    private SiteKeys keys;
    private Account owner;
    private Device source;

    @BeforeEach
    void open() throws Exception {
        keys = SiteKeys.openOrCreate(folder, "lab");
        catalog = Catalog.open(database, () -> now);
        other = Catalog.open(database, () -> now);
        first = new CopyKeeper(catalog.sharing().copyReconciler(), nanoTime::get);
        second = new CopyKeeper(other.sharing().copyReconciler(), nanoTime::get);
        owner = TestAccounts.add(catalog, "owner", "Owner");
        source = device();
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        other.close();
        catalog.close();
    }

    private Device device() {
        Device device = catalog.machines().devices().enrol(
                catalog.machines().devices().createEnrolmentCode(owner.id(), keys.caCertificate()),
                "pc",
                "2").orElseThrow().device();
        catalog.work().assignments().openSession(device.id(), "2");
        catalog.machines().devices().report(device.id(),
                new Device.Report("2", List.of(), 1000, List.of()));
        return device;
    }

    private Content published(String title) {
        var published = catalog.datasets().publishing().publish(new Draft(owner.id(), title, "",
                Grants.EVERYONE, source.id(), "/data/" + title));
        Content content = catalog.datasets().registrations()
                .register(source.id(), published.task().id(),
                        new Registration(title.repeat(20), new byte[]{1}, 42, 1, false))
                .orElseThrow();
        catalog.work().assignments().report(source.id(), published.task().id(),
                OptionalLong.of(published.task().lease()),
                new Task.Report(Task.State.DONE, 42, 42, 0, 0, "Done."));
        return content;
    }

    private List<String> copiesOrdered() {
        return catalog.work().tasks().of(owner.id(), 100).stream()
                .filter(task -> task.kind() == Task.Kind.DOWNLOAD).map(Task::contentId).toList();
    }

    private void pass(Duration time) {
        now = now.plus(time);
        nanoTime.addAndGet(time.toNanos());
        for (Device device : catalog.machines().devices().of(owner.id())) {
            catalog.machines().devices().report(device.id(),
                    new Device.Report("2", List.of(), 1000, List.of()));
        }
    }

    @Test
    void ruleThatIsSet_isHeldAtTheNextLookByTheOneThatLeads() {
        first.look();
        second.look();
        Content content = published("ab");
        catalog.machines().devices().offer(device().id(), 500, false);
        catalog.sharing().copies().keep(owner.id(), content.id(), 2, 0, List.of(), List.of());
        second.look();
        assertThat(copiesOrdered()).isEmpty();
        first.look();
        assertThat(copiesOrdered()).containsExactly(content.id());
        first.look();
        assertThat(copiesOrdered()).hasSize(1);
    }

    @Test
    void roomThatIsOffered_isFoundWithinAMinute() {
        Content content = published("ab");
        catalog.sharing().copies().keep(owner.id(), content.id(), 2, 0, List.of(), List.of());
        first.look();
        catalog.machines().devices().offer(device().id(), 500, false);
        first.look();
        assertThat(copiesOrdered()).isEmpty(); // nothing moved that the rule asks about
        pass(Duration.ofSeconds(60));
        first.look();
        assertThat(copiesOrdered()).containsExactly(content.id());
    }

    @Test
    void keeperThatIsGone_isFollowedByTheOther() {
        first.look();
        second.look();
        Content content = published("ab");
        catalog.machines().devices().offer(device().id(), 500, false);
        catalog.sharing().copies().keep(owner.id(), content.id(), 2, 0, List.of(), List.of());
        pass(CopyReconciler.LEASE.minusSeconds(1));
        second.look();
        assertThat(copiesOrdered()).isEmpty();
        pass(Duration.ofSeconds(10));
        second.look();
        assertThat(copiesOrdered()).containsExactly(content.id());
        first.look();
        assertThat(copiesOrdered()).hasSize(1);
    }
}

package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.db.Revisions;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.swarm.Swarms;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.workflow.Registrations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What many ask for at the same moment, of two nodes on one database. */
@ParameterizedClass
@EnumSource
class RacesTest {
    private static final int THREADS = 12;

    private final TestDatabase kind;
    private DatabaseLogin login = DatabaseLogin.of("jdbc:h2:mem:");
    private Site site;
    private Catalog other;
    private Account owner;
    private Device source;

    RacesTest(TestDatabase kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() throws Exception {
        login = kind.empty();
        site = new Site(login);
        other = Catalog.open(login, () -> site.now);
        owner = site.account("owner");
        source = site.device(owner);
    }

    @AfterEach
    void close() {
        other.close();
        site.close();
    }

    @Test
    void firstAnnouncesOfOneDevice_makeOnePeer() throws Exception {
        Content content = site.publish(owner, source, "ice", Grants.EVERYONE);
        Device reader = site.device(owner);
        assertThat(failures(node -> {
            node.sharing().swarms().announce(new Swarms.Announcement(content.id(), reader.id(),
                    "192.0.2.1", 0, 0, 7));
            return true;
        })).isEmpty();
        assertThat(site.catalog.sharing().swarms().counts(content.id()))
                .isEqualTo(new Swarms.Counts(1, 1));
    }

    @Test
    void oneName_isGivenOnce() throws Exception {
        var failures = failures(
                node -> node.identity().accounts().register("same", "Same", "long enough"));
        assertThat(failures).hasSize(THREADS - 1).allMatch(CatalogException.class::isInstance);
        var groups = failures(node -> node.people().groups().create(owner.id(), "Same", "", true));
        assertThat(groups).hasSize(THREADS - 1).allMatch(CatalogException.class::isInstance);
    }

    @Test
    void oneContentForOneMachine_isOneTask() throws Exception {
        Content content = site.publish(owner, source, "ice", Grants.EVERYONE);
        Device reader = site.device(owner);
        assertThat(failures(node -> node.work().tasks().requestDownload(owner.id(), content.id(),
                reader.id()))).isEmpty();
        assertThat(site.catalog.work().assignments().of(reader.id())).hasSize(1);
    }

    @Test
    void ofTheLastTwoCopies_oneStays() throws Exception {
        Device second = site.device(owner);
        for (Device device : List.of(source, second)) {
            site.catalog.work().assignments().openSession(device.id(), "2");
        }
        for (int i = 0; i < 10; i++) {
            Content content = site.publish(owner, source, "ice " + i, Grants.EVERYONE);
            site.get(owner, second, content);
            var turn = new AtomicInteger();
            var failures = failures(node -> node.work().tasks().request(owner.id(),
                    Order.of(Kind.REMOVE, content.id(),
                            (turn.getAndIncrement() % 2 == 0 ? source : second).id())));
            assertThat(failures).hasSize(THREADS / 2).allMatch(
                    e -> e instanceof CatalogException refused
                            && refused.reason() == CatalogException.Reason.LAST_COPY);
            assertThat(List.of(source, second))
                    .filteredOn(device -> site.catalog.work().assignments()
                            .of(device.id()).stream().anyMatch(task -> task.kind() == Kind.REMOVE
                                    && task.contentId().equals(content.id())))
                    .hasSize(1);
        }
    }

    @Test
    void twoKeepers_makeOneCopy() throws Exception {
        Content content = site.publish(owner, source, "ice", Grants.EVERYONE);
        for (int i = 0; i < 5; i++) {
            site.offering(owner);
        }
        site.catalog.sharing().copies().keep(owner.id(), content.id(), 2, 0, List.of(), List.of());
        assertThat(failures(node -> node.sharing().copyReconciler().hold(content.id()))).isEmpty();
        assertThat(site.catalog.work().tasks().of(owner.id(), 100)).filteredOn(
                task -> task.kind() == Kind.DOWNLOAD).hasSize(1);
    }

    @Test
    void transactionsThatWaitForEachOther_bothHappen() throws Exception {
        Device second = site.device(owner);
        long before = site.revision(second);
        var meeting = new CyclicBarrier(2);
        try (var database = new Database(login, InstantSource.system());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var one = threads.submit(() -> cross(database, meeting, source, second));
            var two = threads.submit(() -> cross(database, meeting, second, source));
            one.get();
            two.get();
        }
        assertThat(site.revision(second)).isEqualTo(before + 2);
    }

    private static boolean cross(Database database, CyclicBarrier meeting, Device first,
            Device second) {
        var repeated = new AtomicBoolean();
        return database.write(tx -> {
            Revisions.deviceChanged(tx, first.id());
            if (!repeated.getAndSet(true)) {
                try {
                    meeting.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
            Revisions.deviceChanged(tx, second.id());
            return true;
        });
    }

    @Test
    void taskThatJustEnded_staysSo() throws Exception {
        Content content = site.publish(owner, source, "ice", Grants.EVERYONE);
        Device reader = site.device(owner);
        site.catalog.work().assignments().openSession(reader.id(), "2");
        Task download = site.catalog.work().tasks()
                .requestDownload(owner.id(), content.id(), reader.id()).orElseThrow();
        meanwhile(tx -> tx.createUpdate("update task set state = 'DONE' where id = :id")
                .bind("id", download.id()).execute(),
                () -> other.work().tasks().request(owner.id(),
                        Order.of(Kind.STOP, content.id(), reader.id())));
        assertThat(
                site.catalog.work().tasks().find(owner.id(), download.id()).orElseThrow().state())
                .isEqualTo(Task.State.DONE);
    }

    @Test
    void publishingThatIsJustCancelled_publishesNothing() {
        var published = site.catalog.datasets().publishing()
                .publish(new Content.Draft(owner.id(), "ice", "",
                        Grants.EVERYONE, source.id(), "/data/ice"));
        assertThatThrownBy(() -> meanwhile(tx -> {
            tx.createUpdate("update task set state = 'CANCELLED' where id = :id")
                    .bind("id", published.task().id()).execute();
            tx.createUpdate("update content set state = 'FAILED' where id = :id")
                    .bind("id", published.content().id()).execute();
        }, () -> other.datasets().registrations().register(source.id(), published.task().id(),
                new Registrations.Registration("ab".repeat(20), new byte[]{1}, 5, 1, false))))
                .hasRootCauseInstanceOf(CatalogException.class)
                .hasRootCauseMessage("The task is over; nothing more can be registered.");
        assertThat(site.seenBy(owner, published.content()).orElseThrow().state())
                .isEqualTo(Content.State.FAILED);
    }

    /** What the call gives that had to wait for another transaction with this change. */
    private <T> T meanwhile(Consumer<Transaction> change, Callable<T> call) throws Exception {
        try (var database = new Database(login, InstantSource.system());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return database.write(tx -> {
                change.accept(tx);
                Future<T> result = threads.submit(call);
                await().until(() -> database.read(waiting -> waits(waiting, kind)));
                return result;
            }).get();
        }
    }

    /** Whether somebody waits for another's lock. */
    private static boolean waits(Transaction tx, TestDatabase kind) {
        return tx.createQuery(kind == TestDatabase.H2
                ? "select count(*) from information_schema.sessions where blocker_id is not null"
                : "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                        + " and datname = current_database()")
                .mapTo(Integer.class).one() > 0;
    }

    @Test
    void announceThatCannotBe_failsAlone() throws Exception {
        Content content = site.publish(owner, source, "ice", Grants.EVERYONE);
        List<Device> readers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            readers.add(site.device(owner));
        }
        var turn = new AtomicInteger();
        assertThat(failures(node -> {
            int place = turn.getAndIncrement();
            node.sharing().swarms()
                    .announce(new Swarms.Announcement(place == 0 ? "nowhere" : content.id(),
                            readers.get(place).id(), "192.0.2.1", 0, 0, 7));
            return true;
        })).hasSize(1);
        assertThat(site.catalog.sharing().swarms().counts(content.id()))
                .isEqualTo(new Swarms.Counts(1, THREADS - 1));
    }

    private interface Work {
        Object on(Catalog node);
    }

    /** Does it many times at once, in turn on both nodes. */
    private List<Throwable> failures(Work work) throws InterruptedException {
        List<Callable<?>> calls = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Catalog node = i % 2 == 0 ? site.catalog : other;
            calls.add(() -> work.on(node));
        }
        return ConcurrentCalls.failures(calls);
    }
}

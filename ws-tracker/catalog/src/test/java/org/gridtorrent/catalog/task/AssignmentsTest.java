package org.gridtorrent.catalog.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gridtorrent.catalog.Site;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.task.Task.BadFile;
import org.gridtorrent.catalog.task.Task.FileState;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.task.Task.Problem;
import org.gridtorrent.catalog.task.Task.Report;
import org.gridtorrent.catalog.task.Task.State;
import org.gridtorrent.catalog.workflow.Publishing;
import org.gridtorrent.catalog.workflow.Registrations;
import org.gridtorrent.catalog.workflow.VersionPublishing;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions, leases, attempts: what holds between the site and a device about its tasks. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class AssignmentsTest {
    private final TestDatabase database;
    private Site site;
    private Assignments assignments;
    private Tasks tasks;
    private Account owner;
    private Device device;
    private Content content;

    AssignmentsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        assignments = site.catalog.work().assignments();
        tasks = site.catalog.work().tasks();
        owner = site.account("owner");
        device = site.device(owner);
        content = site.publish(owner, site.device(owner), "ice", Grants.EVERYONE);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Task ordered(Kind kind) {
        return tasks.request(owner.id(), Order.of(kind, content.id(), device.id())).orElseThrow();
    }

    private long session() {
        return assignments.openSession(device.id(), "2");
    }

    @Test
    void ratesOfARunningTask_areKeptTwoSecondsApartForTenMinutes() {
        long lease = ordered(Kind.DOWNLOAD).lease();
        Task task = ordered(Kind.DOWNLOAD);
        for (int second = 0; second < 700; second++) {
            reported(task, lease,
                    new Report(State.RUNNING, 10L * second, 9_999, second, 1, ""));
            site.pass(Duration.ofSeconds(1));
        }
        assertThat(rates().get(task.id())).hasSizeBetween(299, 301)
                .last().extracting(TaskRates.Rate::bytesPerSecond).isEqualTo(10L);
        assertThat(site.catalog.work().rates().of("stranger")).isEmpty();
        reported(task, lease, new Report(State.DONE, 9_999, 9_999, 0, 0, ""));
        assertThat(rates()).isEmpty();
    }

    /** Its device tells the rate of the last three seconds only, which may miss what came in bursts. */
    @Test
    void ratesOfARunningTask_addUpToTheBytesDone() {
        Task task = ordered(Kind.DOWNLOAD);
        long done = 0;
        for (long burst : new long[]{0, 8_000, 0, 92_000, 4_000, 0, 400}) {
            done += burst;
            reported(task, task.lease(),
                    new Report(State.RUNNING, done, 200_000, Math.min(done, 7), 1, ""));
            site.pass(Duration.ofSeconds(4));
        }
        List<TaskRates.Rate> rates = rates().getOrDefault(task.id(), List.of());
        assertThat(rates.stream().mapToLong(rate -> 4 * rate.bytesPerSecond()).sum())
                .isEqualTo(done);
    }

    @Test
    void bytesThatAreCheckedOnly_areNoRate() {
        Task task = ordered(Kind.DOWNLOAD);
        for (long checked = 0; checked < 500_000; checked += 100_000) {
            reported(task, task.lease(),
                    new Report(State.RUNNING, checked, 900_000, 0, 0, "checking"));
            site.pass(Duration.ofSeconds(4));
        }
        for (long done = 500_000; done < 501_000; done += 400) {
            reported(task, task.lease(),
                    new Report(State.RUNNING, done, 900_000, 7, 1, "fetching"));
            site.pass(Duration.ofSeconds(4));
        }
        assertThat(rates().get(task.id())).extracting(TaskRates.Rate::bytesPerSecond)
                .containsExactly(0L, 0L, 0L, 0L, 0L, 7L, 100L, 100L);
    }

    private java.util.Map<String, List<TaskRates.Rate>> rates() {
        return site.catalog.work().rates().of(owner.id());
    }

    private Task current(Task task) {
        return tasks.find(owner.id(), task.id()).orElseThrow();
    }

    private Task reported(Task task, long lease, Report report) {
        return assignments.report(device.id(), task.id(), OptionalLong.of(lease), report)
                .orElseThrow();
    }

    private static Report failed(Problem problem) {
        return new Report(State.FAILED, 1, 5, 0, 0,
                Optional.of(TaskReason.sentence("the disk said no")), Optional.of(problem),
                List.of(new BadFile("a/b", FileState.DAMAGED, "1 of 2 pieces not good")));
    }

    private static Report running() {
        return new Report(State.RUNNING, 1, 5, 1, 1, "fetching");
    }

    private static void assertFenced(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(CatalogException.class,
                e -> assertThat(e.reason()).isEqualTo(CatalogException.Reason.FENCED));
    }

    @Test
    void laterSession_fencesOffTheEarlierOne() {
        long first = session();
        Task task = ordered(Kind.DOWNLOAD);
        long second = session();
        assertFenced(() -> assignments.requireSession(device.id(), first));
        assignments.requireSession(device.id(), second);
        assertFenced(() -> reported(task, task.lease(), running()));
        assertThat(reported(task, current(task).lease(), running()).state())
                .isEqualTo(State.RUNNING);
    }

    @Test
    void deviceWithASession_namesItsLease() {
        Task early = ordered(Kind.DOWNLOAD);
        assertThat(assignments.report(device.id(), early.id(), running())).map(Task::state)
                .contains(State.RUNNING);
        session();
        assertThatThrownBy(() -> assignments.report(device.id(), early.id(), Site.done()))
                .isInstanceOfSatisfying(CatalogException.class,
                        e -> assertThat(e.reason()).isEqualTo(CatalogException.Reason.INVALID));
        assertThat(current(early).state()).isEqualTo(State.RUNNING);
        assertThat(reported(early, current(early).lease(), Site.done()).state())
                .isEqualTo(State.DONE);
    }

    @Test
    void registrationUnderAnEarlierLease_isFenced() {
        session();
        Registrations registrations = site.catalog.datasets().registrations();
        Task publish = site.catalog.datasets().publishing()
                .publish(new Content.Draft(owner.id(), "fire", "",
                        Grants.EVERYONE, device.id(), "/data/fire"))
                .task();
        var copied = new Registrations.Registration("ab".repeat(20), new byte[]{1}, 5, 1, false);
        var real = new Registrations.Registration("cd".repeat(20), new byte[]{2}, 5, 1, false);
        session();
        OptionalLong old = OptionalLong.of(publish.lease());
        assertFenced(() -> registrations.register(device.id(), publish.id(), old, copied));
        OptionalLong held = OptionalLong.of(current(publish).lease());
        assertThat(registrations.register(device.id(), publish.id(), held, real)).isPresent();
        assertFenced(() -> registrations.register(device.id(), publish.id(), old, copied));
        assertThat(registrations.register(device.id(), publish.id(), old, real)).isPresent();
    }

    @Test
    void newVersionAskedForAgain_isOneUntilItIsPublished() {
        VersionPublishing versions = site.catalog.datasets().versionPublishing();
        var first = prepared(versions, "/data/next");
        assertThat(prepared(versions, "/data/next")).isEqualTo(first);
        assertThat(prepared(versions, "/data/other").content().id())
                .isNotEqualTo(first.content().id());
        site.catalog.datasets().registrations().register(device.id(), first.task().id(),
                new Registrations.Registration("ab".repeat(20), new byte[]{1}, 5, 1, false));
        assertThat(prepared(versions, "/data/next").content().id())
                .isNotEqualTo(first.content().id());
    }

    private Publishing.Published prepared(VersionPublishing versions, String folder) {
        return versions.prepare(owner.id(), content.id(), device.id(), folder).orElseThrow();
    }

    @Test
    void deviceWithoutASession_getsTheFirstKindsOnly() {
        assertThatThrownBy(() -> ordered(Kind.VERIFY)).isInstanceOf(CatalogException.class)
                .hasMessageContaining("too old");
        Task download = ordered(Kind.DOWNLOAD);
        assertThatThrownBy(() -> tasks.pause(owner.id(), download.id()))
                .hasMessageContaining("too old");
        session();
        ordered(Kind.VERIFY);
        assertThat(assignments.withoutSession(device.id())).extracting(Task::kind)
                .containsExactly(Kind.DOWNLOAD);
        assertThat(assignments.of(device.id())).extracting(Task::kind)
                .containsExactlyInAnyOrder(Kind.DOWNLOAD, Kind.VERIFY);
    }

    @Test
    void failureThatMayPass_isHandedOutAgainLaterUnderANewLease() {
        session();
        Task task = ordered(Kind.DOWNLOAD);
        Task waiting = reported(task, task.lease(), failed(Problem.FAILED));
        assertThat(waiting.state()).isEqualTo(State.WAITING);
        assertThat(waiting.attempt()).isEqualTo(2);
        assertThat(waiting.lease()).isGreaterThan(task.lease());
        assertThat(waiting.notBefore().orElseThrow()).isAfter(site.now);
        assertThat(assignments.handOutDue()).isZero();
        site.pass(Duration.ofSeconds(30));
        long before = site.revision(device);
        assertThat(assignments.handOutDue()).isEqualTo(1);
        assertThat(site.revision(device)).isGreaterThan(before);
        assertThat(current(task).notBefore()).isEmpty();
        assertFenced(() -> reported(task, task.lease(), running()));
    }

    @Test
    void failureRepeated_isFinalAfterTheLastAttempt() {
        session();
        Task task = ordered(Kind.DOWNLOAD);
        for (int i = 1; i < Assignments.MOST_ATTEMPTS; i++) {
            assertThat(reported(task, current(task).lease(), failed(Problem.FAILED)).state())
                    .isEqualTo(State.WAITING);
            assertThat(current(task).notBefore().orElseThrow())
                    .isBeforeOrEqualTo(site.now.plus(Duration.ofHours(1)));
            site.pass(Duration.ofHours(1));
            assignments.handOutDue();
        }
        Task last = reported(task, current(task).lease(), failed(Problem.FAILED));
        assertThat(last.state()).isEqualTo(State.FAILED);
        assertThat(tasks.files(owner.id(), task.id())).extracting(BadFile::path)
                .containsExactly("a/b");
    }

    @Test
    void failureThatStays_isFinalAtOnceAndNamesItsFiles() {
        session();
        Task task = ordered(Kind.VERIFY);
        assertThat(reported(task, task.lease(), failed(Problem.DAMAGED)).state())
                .isEqualTo(State.FAILED);
        assertThat(current(task).problem()).contains(Problem.DAMAGED);
        assertThat(tasks.files(owner.id(), task.id())).singleElement()
                .isEqualTo(new BadFile("a/b", FileState.DAMAGED, "1 of 2 pieces not good"));
        assertThat(tasks.files("somebody", task.id())).isEmpty();
    }

    @Test
    void reportRepeated_changesNothing() {
        session();
        Task task = ordered(Kind.DOWNLOAD);
        reported(task, task.lease(), Site.done());
        Task again = reported(task, task.lease(), Site.done());
        assertThat(again).isEqualTo(current(task));
        assertThat(reported(task, task.lease() - 1, running()).state()).isEqualTo(State.DONE);
    }

    @Test
    void silentDevice_letsGoOfItsTasksUntilItIsBack() {
        session();
        Task task = ordered(Kind.DOWNLOAD);
        reported(task, task.lease(), running());
        site.pass(Assignments.SILENCE.plusSeconds(1));
        assertThat(assignments.noteSilent()).isEqualTo(1);
        assertThat(current(task).state()).isEqualTo(State.WAITING);
        assertThat(current(task).reason()).contains(TaskReason.of(ReasonCode.MACHINE_OFFLINE));
        assertThat(reported(task, task.lease(), running()).state()).isEqualTo(State.RUNNING);
    }

    @Test
    void pausedTask_isToldToItsDeviceAndGoesOn() {
        session();
        Task task = ordered(Kind.DOWNLOAD);
        long before = site.revision(device);
        assertThat(tasks.pause(owner.id(), task.id()).orElseThrow().paused()).isTrue();
        assertThat(site.revision(device)).isGreaterThan(before);
        assertThat(tasks.pause("somebody", task.id())).isEmpty();
        assertThat(tasks.resume(owner.id(), task.id()).orElseThrow().paused()).isFalse();
        tasks.cancel(owner.id(), task.id());
        assertThat(tasks.pause(owner.id(), task.id()).orElseThrow().paused()).isFalse();
    }

    @Test
    void retry_handsOutNowWhatWaitsAndMakesAnotherTaskOfWhatEnded() {
        session();
        Task waiting = ordered(Kind.DOWNLOAD);
        reported(waiting, waiting.lease(), failed(Problem.FAILED));
        assertThat(tasks.retry(owner.id(), waiting.id()).orElseThrow().notBefore()).isEmpty();
        assertThatThrownBy(() -> tasks.retry(owner.id(), waiting.id()))
                .isInstanceOf(CatalogException.class);
        tasks.cancel(owner.id(), waiting.id());
        site.pass(Duration.ofSeconds(1));
        Task another = tasks.retry(owner.id(), waiting.id()).orElseThrow();
        assertThat(another.id()).isNotEqualTo(waiting.id());
        assertThat(another.state()).isEqualTo(State.WAITING);
        Task other = ordered(Kind.VERIFY);
        assertThat(tasks.replaced(List.of(waiting, another, other))).containsOnly(waiting.id());
        assertThat(tasks.replaced(List.of())).isEmpty();
        assertThat(tasks.retry("somebody", waiting.id())).isEmpty();
    }

    @Test
    void retryOfFailedPublishing_preparesTheContentAgain() {
        var published = site.catalog.datasets().publishing()
                .publish(new Content.Draft(owner.id(), "fire", "",
                        Grants.EVERYONE, device.id(), "/data/fire"));
        assignments.report(device.id(), published.task().id(),
                new Report(State.FAILED, 0, 0, 0, 0, "not there"));
        Task again = tasks.retry(owner.id(), published.task().id()).orElseThrow();
        assertThat(again.kind()).isEqualTo(Kind.PUBLISH);
        assertThat(again.folder()).contains("/data/fire");
        assertThat(site.seenBy(owner, published.content()).orElseThrow().state())
                .isEqualTo(Content.State.PREPARING);
    }

    @Test
    void ofWhatBeginsAndWhatEnds_onlyTheLaterIsMeant() {
        session();
        Task download = ordered(Kind.DOWNLOAD);
        Task verify = ordered(Kind.VERIFY);
        Task remove = ordered(Kind.REMOVE);
        assertThat(current(download).state()).isEqualTo(State.CANCELLED);
        assertThat(current(verify).state()).isEqualTo(State.CANCELLED);
        assertThat(ordered(Kind.REMOVE).id()).isEqualTo(remove.id());
        ordered(Kind.DOWNLOAD);
        assertThat(current(remove).state()).isEqualTo(State.CANCELLED);
    }

    @Test
    void downloadIntoAnotherFolder_isRefusedWhileOneIsUnderWay() {
        Order order = Order.of(Kind.DOWNLOAD, content.id(), device.id());
        Task first = tasks.request(owner.id(), order.in("/data/one")).orElseThrow();
        assertThat(tasks.request(owner.id(), order.in("/data/one")).orElseThrow().id())
                .isEqualTo(first.id());
        assertThat(ordered(Kind.DOWNLOAD).id()).isEqualTo(first.id());
        assertThatThrownBy(() -> tasks.request(owner.id(), order.in("/data/two")))
                .isInstanceOf(CatalogException.class).hasMessageContaining("another folder");
        tasks.cancel(owner.id(), first.id());
        assertThat(tasks.request(owner.id(), order.in("/data/two")).orElseThrow().folder())
                .contains("/data/two");
    }

    @Test
    void limit_replacesTheOneBeforeAndWantsARate() {
        session();
        assertThatThrownBy(() -> ordered(Kind.LIMIT)).isInstanceOf(CatalogException.class);
        Task slow = tasks.request(owner.id(), Order.limit(content.id(), device.id(),
                Optional.of("1MB"), Optional.empty())).orElseThrow();
        Task fast = tasks.request(owner.id(), Order.limit(content.id(), device.id(),
                Optional.of("off"), Optional.of("2MB"))).orElseThrow();
        assertThat(current(slow).state()).isEqualTo(State.CANCELLED);
        assertThat(fast.downloadLimit()).contains("2MB");
    }

    @Test
    void newVersion_isForTheSamePeople() {
        Account friend = site.account("friend");
        Account stranger = site.account("stranger");
        Content shared = site.publish(owner, device, "fire",
                Grants.accounts(List.of(friend.id())));
        var next = site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), shared.id(), device.id(), "/data/fire2").orElseThrow();
        assertThat(next.content().title()).isEqualTo("fire");
        assertThat(next.task().kind()).isEqualTo(Kind.PUBLISH);
        site.catalog.datasets().registrations().register(device.id(), next.task().id(),
                new Registrations.Registration("ef".repeat(20), new byte[]{3}, 5, 1, false));
        assertThat(site.seenBy(friend, next.content())).isPresent();
        assertThat(site.seenBy(stranger, next.content())).isEmpty();
        assertThat(site.catalog.datasets().versionPublishing().prepare(friend.id(), shared.id(),
                device.id(),
                "/x"))
                .isEmpty();
    }

    @Test
    void completedDevices_areCountedOnce() {
        site.announce(content, device, 5);
        for (int i = 0; i < 3; i++) {
            site.catalog.sharing().swarms().completed(content.id(), device.id());
            site.announce(content, device, 0);
        }
        assertThat(site.catalog.sharing().swarms().completions(content.id())).isEqualTo(1);
        assertThat(site.catalog.sharing().swarms().joined(device.id())).isEqualTo(1);
    }
}

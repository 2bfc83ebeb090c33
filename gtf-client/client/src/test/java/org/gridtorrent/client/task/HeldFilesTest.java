package org.gridtorrent.client.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.gridtorrent.client.security.DeviceIdentity;
import org.gridtorrent.client.security.Site;
import org.gridtorrent.client.security.TicketCache;
import org.gridtorrent.client.share.CachedContents;
import org.gridtorrent.client.share.ContentStore;
import org.gridtorrent.client.share.ContentView;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.HeldFiles;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.share.Pause;
import org.gridtorrent.client.share.PeerChoice;
import org.gridtorrent.client.share.SharedContent;
import org.gridtorrent.client.share.TrackerAccess;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.cache.CacheLimits;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a download does with a data set that this machine has, when a person moved its files about. */
@Timeout(60)
class HeldFilesTest {
    private static final String CONTENT = "content";

    @TempDir
    private Path folder;
    private Path downloads;
    private Path data;
    private Path file;
    private Engine engine;
    private CachedContents cached;
    private Contents contents;
    private TaskBoard board;
    private DownloadHandler downloading;

    @BeforeEach
    void open() throws Exception {
        downloads = Files.createDirectory(folder.toRealPath().resolve("downloads"));
        data = Files.createDirectory(downloads.resolve("data"));
        file = data.resolve("file");
        Files.write(file, new byte[300_000]);
        DeviceIdentity device = new Site(folder, "lab").device("member", "d1").identity;
        TrackerClient tracker = new TrackerClient(device.enrolment().tracker(), device.tls());
        engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        TrackerAccess access = new TrackerAccess(tracker,
                new TicketCache(tracker::issueTicket, InstantSource.system()),
                new PeerChoice("tcp", true), () -> AddressPolicy.PUBLIC);
        cached = new CachedContents(folder.resolve("cache"), new CacheLimits(1 << 20, 0), engine,
                access);
        contents = new Contents(folder.resolve("contents"), engine, access, cached);
        board = new TaskBoard(folder.resolve("tasks"));
        downloading = new DownloadHandler(board, contents,
                new OpenedFolders(folder.resolve("opened")), downloads, tracker,
                new Retry(board, new Pause(), () -> false), new Inspector(board));
    }

    @AfterEach
    void close() throws IOException {
        contents.close();
        cached.close();
        engine.close();
    }

    private Holding holding(boolean inPlace) throws Exception {
        return Holding.begun(new MetainfoBuilder(downloads.resolve("data")).build().metainfo(),
                CONTENT, "Some data", downloads, inPlace);
    }

    private Swarm completed(boolean inPlace) throws Exception {
        Swarm swarm = contents.share(holding(inPlace)).swarm();
        swarm.completion().get();
        return swarm;
    }

    private Task task(@Nullable Path into) {
        Task task = Task.handedOut("task", Task.Kind.DOWNLOAD,
                CONTENT, "Some data", into == null ? null : into.toString(), null,
                null, Task.NO_LEASE, false, false);
        board.put(task);
        return task;
    }

    @Test
    void heldContent_isDoneAtOnce() throws Exception {
        completed(false);
        downloading.run(task(downloads));
        assertThat(board.task("task")).map(Task::state).contains(State.DONE);
    }

    @Test
    void heldContentWantedElsewhere_fails() throws Exception {
        completed(false);
        Path other = Files.createDirectory(folder.resolve("other"));
        Task task = task(other);
        assertThatThrownBy(() -> downloading.run(task)).isInstanceOf(TaskFailure.class)
                .hasMessage("this machine already has the data set in " + data);
        assertThat(contents.ofContent(CONTENT)).isPresent();
    }

    @Test
    void heldContentWithAMissingFile_isFetchedAgain() throws Exception {
        Swarm before = completed(false);
        Files.delete(file);
        Task task = task(null);
        Thread run = Thread.ofVirtual().start(() -> {
            try {
                downloading.run(task);
            } catch (Exception e) {
                Thread.currentThread().interrupt();
            }
        });
        while (contents.ofContent(CONTENT).filter(s -> s.swarm() != before
                && s.swarm().status().phase() == SwarmPhase.FETCHING).isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(board.task("task")).map(Task::state).isNotEqualTo(State.DONE);
        run.interrupt();
        run.join();
    }

    /** Else the files would count as changed by others when they are fetched again. */
    @Test
    void droppedContent_isRememberedByNothing() throws Exception {
        Swarm swarm = completed(false);
        Path journal = folder.resolve("contents").resolve(swarm.infoHash().hex())
                .resolve("journal");
        assertThat(journal).isNotEmptyDirectory();
        Task drop = another("drop", Task.Kind.REMOVE);
        board.put(drop);
        new RemoveHandler(board, contents).run(drop);
        assertThat(data).doesNotExist();
        assertThat(board.task("drop")).map(Task::done).contains(300_000L);
        assertThat(journal).isEmptyDirectory();
    }

    @Test
    void drop_deletesThroughNoLinkAndLeavesWhatIsNotOfTheDataSet() throws Exception {
        Path sub = Files.createDirectories(data.resolve("a/b"));
        Files.write(sub.resolve("deep"), new byte[1]);
        Files.write(Files.createDirectory(data.resolve("c")).resolve("linked"), new byte[2]);
        Files.write(data.resolve("folder"), new byte[3]);
        Holding holding = holding(false);
        Path away = Files.move(data.resolve("c"), folder.resolve("away"));
        Files.createSymbolicLink(data.resolve("c"), away);
        Files.delete(data.resolve("folder"));
        Files.createDirectory(data.resolve("folder"));
        Files.write(data.resolve("another"), new byte[1]);
        List<Long> deleted = new ArrayList<>();
        HeldFiles.delete(holding, deleted::add);
        assertThat(away.resolve("linked")).exists();
        assertThat(data).isDirectoryContaining("glob:**/another").isDirectoryContaining("glob:**/c")
                .isDirectoryContaining("glob:**/folder");
        try (var left = Files.list(data)) {
            assertThat(left).hasSize(3);
        }
        assertThat(deleted.getLast()).isLessThanOrEqualTo(holding.metainfo().filesLength());
        HeldFiles.delete(holding, deleted::add);
    }

    @Test
    void dropThatWasStopped_leavesNoCopyAndIsFetchedElsewhere() throws Exception {
        Path second = Files.write(data.resolve("second"), new byte[300_000]);
        completed(false);
        Holding holding = contents.held(CONTENT).orElseThrow();
        assertThatThrownBy(
                () -> contents.delete(holding, _ -> Thread.currentThread().interrupt()))
                .isInstanceOf(InterruptedException.class);
        assertThat(file).doesNotExist();
        assertThat(second).exists();
        Holding held = contents.held(CONTENT).orElseThrow();
        assertThat(held.stopped()).isTrue();
        assertThat(contents.isComplete(held)).isFalse();

        Path other = Files.createDirectory(folder.resolve("other"));
        new OpenedFolders(folder.resolve("opened")).open(other);
        FutureTask<Task> elsewhere = begun(task(other));
        await().until(() -> contents.held(CONTENT).isEmpty());
        assertThat(elsewhere.isDone()).as("asks the tracker what to fetch").isFalse();
        elsewhere.cancel(true);
    }

    @Test
    void downloadInPlaceOfADrop_beginsWhenTheDropHasEnded() throws Exception {
        var deletes = new CountDownLatch(1);
        var ends = new CountDownLatch(1);
        var order = new ConcurrentLinkedQueue<String>();
        var runner = new TaskRunner(board, contents, Map.of(Task.Kind.REMOVE, _ -> {
            deletes.countDown();
            boolean ended = false;
            while (!ended) {
                try {
                    ends.await();
                    ended = true;
                } catch (InterruptedException e) {
                    order.add("told to stop");
                }
            }
            order.add("drop ended");
        }, Task.Kind.DOWNLOAD, task -> {
            order.add("download begun");
            board.update(task.id(), t -> t.in(State.DONE, ReasonCode.COMPLETE, data));
        }));
        Task drop = another("drop", Task.Kind.REMOVE);
        board.put(drop);
        runner.start(drop);
        deletes.await();
        runner.cancel("drop", ReasonCode.SUPERSEDED);
        runner.start(task(null));
        await().until(() -> order.contains("told to stop"));
        assertThat(board.task("task")).map(Task::state).contains(State.WAITING);
        ends.countDown();
        await().until(() -> board.task("task").orElseThrow().state() == State.DONE);
        assertThat(order).containsExactly("told to stop", "drop ended", "download begun");
    }

    @Test
    void cancelledSeed_isStoppedForGood() throws Exception {
        completed(false);
        contents.stop(contents.held(CONTENT).orElseThrow());
        Path away = Files.move(data, folder.resolve("away"));
        Task seed = another("seed", Task.Kind.SEED);
        board.put(seed);
        var runner = new TaskRunner(board, contents, Map.of(Task.Kind.SEED,
                task -> contents.takeUp(task.contentId())));
        runner.start(seed);
        await().until(() -> board.task("seed").orElseThrow().reasonCode() != null);
        runner.cancel("seed", ReasonCode.CANCELLED);
        Files.move(away, data);
        contents.resume(Set.of(), Set.of());
        contents.lookAtFolders();
        assertThat(contents.views()).isEmpty();
    }

    /** Whatever it was about to do when it was cancelled. */
    @Test
    void taskThatWasStopped_sharesNothing() throws Exception {
        Holding holding = holding(false);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> contents.share(holding)).isInstanceOf(InterruptedException.class);
        assertThat(contents.held(CONTENT)).isEmpty();
    }

    private FutureTask<Task> begun(Task task) {
        var run = new FutureTask<>(() -> {
            downloading.run(task);
            return task;
        });
        Thread.ofVirtual().start(run);
        return run;
    }

    @Test
    void publishedContentWithAMissingFile_fails() throws Exception {
        completed(true);
        Files.delete(file);
        Task task = task(null);
        assertThatThrownBy(() -> downloading.run(task)).isInstanceOf(TaskFailure.class)
                .hasMessageContaining(file + " is missing");
    }

    @Test
    void aCancelThatIsToldAgain_leavesTheNewerDownloadAlone() throws Exception {
        Holding holding = holding(false);
        Files.delete(file);
        var runner = new TaskRunner(board, contents, Map.of());
        Task first = task(null);
        contents.share(holding);
        board.put(another("check", Task.Kind.VERIFY));
        runner.cancel(first.id(), ReasonCode.CANCELLED);
        assertThat(contents.ofContent(CONTENT)).as("a check keeps nothing").isEmpty();
        assertThat(contents.held(CONTENT)).as("to go on with").map(Holding::location)
                .contains(data);

        Task second = another("second", Task.Kind.DOWNLOAD);
        board.put(second);
        contents.share(holding);
        runner.cancel(first.id(), ReasonCode.CANCELLED);
        assertThat(contents.ofContent(CONTENT)).as("of the newer task").isPresent();
        runner.cancel(second.id(), ReasonCode.CANCELLED);
        assertThat(contents.ofContent(CONTENT)).isEmpty();
    }

    private static Task another(String id, Task.Kind kind) {
        return Task.handedOut(id, kind, CONTENT, "Some data", null, null,
                null, Task.NO_LEASE, false, false);
    }

    @Test
    void dataThatIsMissing_isNeitherForgottenNorFetchedAndSharedWhenItIsBack() throws Exception {
        new ContentStore(folder.resolve("contents")).save(holding(false));
        Path away = Files.move(data, folder.resolve("away"));
        contents.resume(Set.of(), Set.of());
        assertThat(contents.views()).singleElement().satisfies(view -> {
            assertThat(view.isMissing()).isTrue();
            assertThat(view.reason()).isEqualTo(data + " is missing");
        });
        contents.lookAtFolders();
        assertThat(contents.ofContent(CONTENT)).isEmpty();

        Files.move(away, data);
        contents.lookAtFolders();
        contents.ofContent(CONTENT).orElseThrow().swarm().completion().get();
    }

    @Test
    void aCancelThatIsToldAgainWhileTheFolderIsMissing_stopsNothing() throws Exception {
        Task cancelled = task(null);
        var runner = new TaskRunner(board, contents, Map.of());
        runner.cancel(cancelled.id(), ReasonCode.CANCELLED);
        new ContentStore(folder.resolve("contents")).save(holding(false));
        Path away = Files.move(data, folder.resolve("away"));
        contents.resume(Set.of(), Set.of());
        runner.cancel(cancelled.id(), ReasonCode.CANCELLED);
        assertThat(contents.views()).singleElement().matches(ContentView::isMissing);
        Files.move(away, data);
        contents.lookAtFolders();
        assertThat(contents.ofContent(CONTENT)).isPresent();
    }

    @Test
    void taskThatKnowsItsContent_knowsItAfterARestart() throws Exception {
        board.put(task(null).in(State.RUNNING, ReasonCode.BEGUN));
        board.update("task", t -> t.of("hash", data.toString()));
        assertThat(new TaskBoard(folder.resolve("tasks")).task("task")).map(Task::infoHash)
                .contains("hash");
    }

    @Test
    void orderIntoNoFolder_forgetsNothing() throws Exception {
        completed(false);
        Files.move(downloads, folder.resolve("away"));
        contents.lookAtFolders();
        Task task = task(folder.resolve("none"));
        assertThatThrownBy(() -> downloading.run(task)).isInstanceOf(TaskFailure.class)
                .hasMessageContaining("no such folder");
        assertThat(contents.held(CONTENT)).isPresent();
    }

    @Test
    void contentWhoseRightWasTakenAway_isPaused() throws Exception {
        completed(true);
        contents.shutOut(TaskReason.of(ReasonCode.ACCESS_ENDED));
        assertThat(contents.views()).singleElement().satisfies(view -> {
            assertThat(view.isPaused()).isTrue();
            assertThat(view.reason()).contains("access to this data set has ended");
            assertThat(view.reasonCode()).isEqualTo("ACCESS_ENDED");
        });
    }

    @Test
    void downloadWhoseRightWasTakenAway_staysNotedToGoOnWith() throws Exception {
        Holding holding = holding(false);
        Files.delete(file);
        contents.share(holding);
        Task task = task(null).of("hash", data.toString());
        FutureTask<Task> run = begun(task);
        contents.shutOut(TaskReason.of(ReasonCode.ACCESS_ENDED));
        assertThatThrownBy(run::get).hasCauseInstanceOf(TaskFailure.class)
                .hasMessageContaining("access to this data set has ended");
        assertThat(contents.ofContent(CONTENT)).isEmpty();
        assertThat(contents.held(CONTENT)).map(Holding::stopped).contains(true);
    }

    @Test
    void dataThatIsBack_isSharedOnce_whoeverFindsItFirst() throws Exception {
        new ContentStore(folder.resolve("contents")).save(holding(false));
        Path away = Files.move(data, folder.resolve("away"));
        contents.resume(Set.of(), Set.of());
        Files.move(away, data);
        SharedContent sharing = contents.takeUp(CONTENT).orElseThrow();
        contents.lookAtFolders();
        assertThat(contents.views()).hasSize(1);
        assertThat(contents.ofContent(CONTENT)).contains(sharing);
    }

    @Test
    void dataOnAnotherFileSystemThanNoted_isCheckedAllTheSame() throws Exception {
        Holding here = holding(true);
        contents.share(new Holding(here.metainfo(), CONTENT, "Some data", downloads, true, false,
                null, null, downloads));
        Task task = another("verify", Task.Kind.VERIFY);
        board.put(task);
        new VerifyHandler(board, contents, new Inspector(board)).run(task);
        assertThat(board.task("verify")).map(Task::state).contains(State.DONE);
    }

    @Test
    void mountPointThatWasNotNoted_isNotedAtTheStart() throws Exception {
        Holding here = holding(true);
        new ContentStore(folder.resolve("contents")).save(new Holding(here.metainfo(), CONTENT,
                "Some data", downloads, true, false, null, null, null));
        contents.resume(Set.of(), Set.of());
        assertThat(contents.held(CONTENT)).contains(here);
    }

    @Test
    void taskThatWaitsForAFolder_endsWhenTheDataSetIsDropped() throws Exception {
        completed(false);
        Path away = Files.move(data, folder.resolve("away"));
        contents.lookAtFolders();
        Task task = task(null).of("hash", data.toString());
        board.put(task);
        var runner = new TaskRunner(board, contents,
                Map.of(Task.Kind.DOWNLOAD, downloading));
        runner.start(task);
        await().until(() -> board.task("task").orElseThrow().reasonCode() != null);
        contents.stop(contents.held(CONTENT).orElseThrow());
        Files.move(away, data);
        contents.lookAtFolders();
        assertThat(contents.views()).isEmpty();
        assertThat(contents.held(CONTENT)).map(Holding::stopped).contains(true);
    }

    @Test
    void dataThatGoesMissing_isSharedNoLonger() throws Exception {
        completed(true);
        Path away = Files.move(data, folder.resolve("away"));
        Files.createDirectory(data); // as of a disk that is not mounted
        contents.lookAtFolders();
        assertThat(contents.views()).singleElement().matches(ContentView::isMissing);
        Files.delete(data);
        Files.move(away, data);
        contents.lookAtFolders();
        contents.ofContent(CONTENT).orElseThrow().swarm().completion().get();
    }

    @Test
    void publishedFileThatWasMissingAtTheStart_isServedWhenItIsBack() throws Exception {
        Path second = Files.write(file.resolveSibling("second"), new byte[300_000]);
        new ContentStore(folder.resolve("contents")).save(holding(true));
        Path away = Files.move(second, folder.resolve("away"));
        contents.resume(Set.of(), Set.of());
        Swarm begun = contents.ofContent(CONTENT).orElseThrow().swarm();
        await().until(() -> begun.status().phase() == SwarmPhase.FETCHING);
        contents.lookAtFolders();
        Files.move(away, second);
        contents.lookAtFolders();
        contents.ofContent(CONTENT).orElseThrow().swarm().completion().get();
    }

    @Test
    void downloadWhoseFolderIsMissing_waitsForItAndGoesOn() throws Exception {
        completed(false);
        contents.stop(contents.held(CONTENT).orElseThrow());
        Path away = Files.move(data, folder.resolve("away"));
        Task task = task(null).of("hash", data.toString()); // begun before a restart
        board.put(task);
        var runner = new TaskRunner(board, contents,
                Map.of(Task.Kind.DOWNLOAD, downloading));
        runner.start(task);
        await().until(() -> board.task("task").orElseThrow().reasonCode() != null);
        assertThat(board.task("task").orElseThrow().message())
                .isEqualTo(data + " is missing");
        Files.move(away, data);
        contents.lookAtFolders();
        await().until(() -> board.task("task").orElseThrow().state() == State.DONE);
    }

    @Test
    void dataThatWasDeleted_isFetchedAgainByAnOrder() throws Exception {
        completed(false);
        Files.delete(file);
        Files.delete(data);
        contents.lookAtFolders();
        var runner = new TaskRunner(board, contents,
                Map.of(Task.Kind.DOWNLOAD, downloading));
        runner.start(task(null));
        await().until(() -> contents.ofContent(CONTENT)
                .filter(s -> s.swarm().status().phase() == SwarmPhase.FETCHING).isPresent());
    }

    @Test
    void fileSystemThatIsUnmounted_isNotFetchedInto() throws Exception {
        Holding elsewhere = holding(false);
        Holding unmounted = new Holding(elsewhere.metainfo(), CONTENT, "Some data", downloads,
                false, false, null, null, downloads);
        Files.delete(file);
        Files.delete(data);
        new ContentStore(folder.resolve("contents")).save(unmounted);
        contents.resume(Set.of(CONTENT), Set.of());
        assertThat(contents.views()).singleElement().extracting(ContentView::reason).isEqualTo(
                data + " is missing, and nothing is mounted at " + downloads);
        Task task = task(null);
        assertThatThrownBy(() -> downloading.run(task)).isInstanceOf(TaskFailure.class)
                .hasMessageContaining("nothing is mounted at");
    }

    @Test
    void downloadThatGoesOn_isResumedWithoutAFile() throws Exception {
        new ContentStore(folder.resolve("contents")).save(holding(false));
        Files.delete(file);
        Files.delete(data);
        contents.resume(Set.of(CONTENT), Set.of());
        assertThat(contents.views()).hasSize(1);
    }
}

package org.gridtorrent.client.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskBoardTest {
    @TempDir
    private Path folder;

    private static Task task(String id) {
        return task(id, Task.Kind.DOWNLOAD);
    }

    private static Task task(String id, Task.Kind kind) {
        return Task.handedOut(id, kind, "content", "Ice cores", null,
                null, null, Task.NO_LEASE, false, false);
    }

    @Test
    void stateSurvivesARestart() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.put(task("one"));
        board.update("one", t -> t.in(State.DONE, ReasonCode.COMPLETE, "/data"));
        assertThat(new TaskBoard(folder).task("one")).map(Task::state).contains(State.DONE);
    }

    @Test
    void finalState_isNeverLeft() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.put(task("one"));
        board.update("one", t -> t.in(State.CANCELLED, ReasonCode.CANCELLED));
        assertThat(board.update("one", t -> t.in(State.RUNNING, ReasonCode.BEGUN)).state())
                .isEqualTo(State.CANCELLED);
    }

    @Test
    void cancelledTask_isNotTakenUpWhenTheSiteResumesIt() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.handedOut(leased(1, true));
        board.update("one", t -> t.paused(true).in(State.CANCELLED, ReasonCode.CANCELLED));
        assertThat(board.handedOut(leased(2, false)).state()).isEqualTo(State.CANCELLED);
    }

    @Test
    void opposedTask_supersedesAnother() {
        Task drop = task("drop", Task.Kind.REMOVE);
        Task get = task("get", Task.Kind.DOWNLOAD);
        assertThat(get.supersedes(drop)).isTrue();
        assertThat(get.supersedes(task("check", Task.Kind.VERIFY))).isFalse();
        assertThat(get.in(State.CANCELLED, ReasonCode.CANCELLED).supersedes(drop)).isFalse();
    }

    @Test
    void taskGoesOnWithoutRoomToWriteItDown() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, "size=1m,nr_inodes=1")) {
            TaskBoard board = new TaskBoard(disk.path());
            board.put(task("one"));
            board.update("one", t -> t.in(State.RUNNING, ReasonCode.BEGUN));
            assertThat(board.hasRoom()).isFalse();
            disk.remount("nr_inodes=9");
            assertThat(board.hasRoom()).isTrue();
            board.update("one", t -> t.in(State.DONE, ReasonCode.COMPLETE, "/data"));
            assertThat(new TaskBoard(disk.path()).task("one")).map(Task::state)
                    .contains(State.DONE);
        }
    }

    private static Task leased(long lease, boolean paused) {
        return Task.handedOut("one", Task.Kind.DOWNLOAD, "content", "Ice cores", null,
                null, null, lease, paused, false);
    }

    @Test
    void failureThatMayPass_waitsUntilTheTaskIsHandedOutAnew() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.handedOut(leased(1, false));
        Task failed = board.update("one",
                t -> t.failed(Problem.FAILED, TaskReason.sentence("the disk said no"), List.of()));
        assertThat(failed.awaitsRetry()).isTrue();
        assertThat(failed.message()).isEqualTo("the disk said no (will be retried)");
        assertThat(board.handedOut(leased(1, false)).awaitsRetry()).isTrue();
        assertThat(board.handedOut(leased(2, true)).awaitsRetry()).isTrue();
        Task again = board.handedOut(leased(2, false));
        assertThat(again.awaitsRetry()).isFalse();
        assertThat(again.lease()).isEqualTo(2);
    }

    @Test
    void leaseIsAwaited_untilTheTaskIsHandedOutAnew() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.handedOut(leased(1, false));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var lease = threads.submit(() -> board.awaitLease("one", 1));
            board.handedOut(leased(1, false));
            board.update("one", t -> t.moving(1, 2, 0, 0, ReasonCode.HASHING));
            board.handedOut(leased(2, false));
            assertThat(lease.get()).isEqualTo(2);
        }
    }

    @Test
    void reasonIsKeptForProgramsToo_untilItIsOver() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.handedOut(leased(1, false));
        var missing = new MissingPieces(3, List.of(new MissingPieces.Range(7, 9)), 1,
                List.of("set/one"), 1);
        Task hindered = board.update("one", t -> t.moving(1, 5, 0, 1, ReasonCode.FETCHING)
                .hindered(new Obstacle.NobodyHasPieces(1, missing),
                        TaskReason.sentence("Nobody.")));
        assertThat(hindered.message()).isEqualTo("Nobody.");
        Task kept = new TaskBoard(folder).handedOut(leased(2, false));
        assertThat(kept.reasonCode()).isEqualTo("NOBODY_HAS_IT");
        assertThat(kept.missing()).isEqualTo(missing);
        Task moving = board.update("one", t -> t.moving(2, 5, 1, 1, ReasonCode.FETCHING));
        assertThat(moving.reasonCode()).isNull();
        assertThat(moving.missing()).isNull();
    }

    @Test
    void taskWithoutRoomOnTheDisk_waitsAtNoRate() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.handedOut(leased(1, false));
        Task full = board.update("one", t -> t.moving(1, 5, 900, 2, ReasonCode.FETCHING).hindered(
                new Obstacle.DiskFull(new DiskFullException(folder, new IOException("full"))),
                TaskReason.sentence("Paused: the disk is full.")));
        assertThat(full.state()).isEqualTo(State.WAITING);
        assertThat(full.bytesPerSecond()).isZero();
        assertThat(full.message()).isEqualTo("Paused: the disk is full.");
        assertThat(board.update("one", t -> t.moving(2, 5, 900, 2, ReasonCode.FETCHING)).state())
                .isEqualTo(State.RUNNING);
    }

    @Test
    void failureThatStays_isFinal() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.handedOut(leased(1, false));
        assertThat(board
                .update("one",
                        t -> t.failed(Problem.NOT_FOUND, TaskReason.sentence("gone"), List.of()))
                .state())
                .isEqualTo(State.FAILED);
        assertThat(board.handedOut(leased(2, false)).state()).isEqualTo(State.FAILED);
    }

    @Test
    void failureUnderATrackerWithoutLeases_isFinal() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.handedOut(leased(Task.NO_LEASE, false));
        assertThat(board
                .update("one", t -> t.failed(Problem.FAILED, TaskReason.sentence("no"), List.of()))
                .state())
                .isEqualTo(State.FAILED);
    }

    @Test
    void taskHandedOutInANewSession_goesOnUnderItsLease() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.handedOut(leased(1, false));
        board.update("one", t -> t.moving(1, 5, 1, 1, ReasonCode.FETCHING));
        Task now = new TaskBoard(folder).handedOut(leased(2, false));
        assertThat(now.lease()).isEqualTo(2);
        assertThat(now.state()).isEqualTo(State.RUNNING);
    }

    @Test
    void tornFile_costsOnlyItsOwnTask() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.put(task("one"));
        board.put(task("two"));
        Path file = folder.resolve("two.json");
        byte[] whole = Files.readAllBytes(file);
        int contentLength = Files.readString(file).indexOf('\n');
        for (int length = 0; length < contentLength; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(new TaskBoard(folder).all()).extracting(Task::id).containsExactly("one");
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void draftThatWasNeverRenamed_isPassedOver() throws Exception {
        new TaskBoard(folder).put(task("one"));
        Files.writeString(folder.resolve("two.json.new"), "{\"id\":\"tw");
        assertThat(new TaskBoard(folder).all()).hasSize(1);
    }

    @Test
    void fileUnderAnotherTasksName_isSetAside() throws Exception {
        new TaskBoard(folder).put(task("one"));
        Files.copy(folder.resolve("one.json"), folder.resolve("two.json"));
        assertThat(new TaskBoard(folder).all()).extracting(Task::id).containsExactly("one");
    }

    @Test
    void finalTasks_areForgottenWhenManyNewerEnded() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.put(task("running"));
        for (int i = 0; i < TaskBoard.MOST_FINAL + 5; i++) {
            board.put(task("t" + i));
            board.update("t" + i, t -> t.in(State.DONE, ReasonCode.COMPLETE, "/data"));
        }
        assertThat(board.all()).hasSize(TaskBoard.MOST_FINAL + 1);
        assertThat(board.task("running")).isPresent();
        assertThat(board.task("t4")).isEmpty();
        assertThat(board.task("t5")).isPresent();
        assertThat(folder.resolve("t4.json")).doesNotExist();
        assertThat(new TaskBoard(folder).all()).hasSameElementsAs(board.all());
    }
}

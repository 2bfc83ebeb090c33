package org.gridtorrent.client.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.gridtorrent.client.tracker.Assignment;
import org.gridtorrent.client.tracker.Report.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskBoardTest {
    @TempDir
    private Path folder;

    private static TaskView task(String id) {
        return TaskView.fresh(
                new Assignment(id, Assignment.Kind.DOWNLOAD, false, "content", "Ice cores", null));
    }

    @Test
    void stateSurvivesARestart() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.put(task("one"));
        board.update("one", t -> t.in(State.DONE, "complete"));
        assertThat(new TaskBoard(folder).task("one")).map(TaskView::state).contains(State.DONE);
    }

    @Test
    void finalState_isNeverLeft() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.put(task("one"));
        board.update("one", t -> t.in(State.CANCELLED, "cancelled"));
        assertThat(board.update("one", t -> t.in(State.RUNNING, "again")).state())
                .isEqualTo(State.CANCELLED);
    }

    @Test
    void tornFile_costsOnlyItsOwnTask() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.put(task("one"));
        board.put(task("two"));
        Path file = folder.resolve("two.json");
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(new TaskBoard(folder).all()).extracting(TaskView::id).containsExactly("one");
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
        assertThat(new TaskBoard(folder).all()).extracting(TaskView::id).containsExactly("one");
    }

    @Test
    void finalTasks_areForgottenWhenManyNewerEnded() throws Exception {
        TaskBoard board = new TaskBoard(folder);
        board.put(task("running"));
        for (int i = 0; i < TaskBoard.MOST_FINAL + 5; i++) {
            board.put(task("t" + i));
            board.update("t" + i, t -> t.in(State.DONE, "complete"));
        }
        assertThat(board.all()).hasSize(TaskBoard.MOST_FINAL + 1);
        assertThat(board.task("running")).isPresent();
        assertThat(board.task("t4")).isEmpty();
        assertThat(board.task("t5")).isPresent();
        assertThat(folder.resolve("t4.json")).doesNotExist();
        assertThat(new TaskBoard(folder).all()).hasSameElementsAs(board.all());
    }
}

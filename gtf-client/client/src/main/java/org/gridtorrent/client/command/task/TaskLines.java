package org.gridtorrent.client.command.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.terminal.ByteSize;

/** Tasks in words. */
final class TaskLines {
    private TaskLines() {}

    static List<String> table(List<Task> tasks) {
        if (tasks.isEmpty()) {
            return List.of("This machine has no tasks.");
        }
        return tasks.stream()
                .map(task -> "%s  %-8s  %-9s  %5s  %s".formatted(task.id(), small(task.kind()),
                        small(task.state()), percent(task), task.title()))
                .toList();
    }

    static List<String> details(Task task) {
        List<String> lines = new ArrayList<>();
        lines.add("task      " + task.id());
        lines.add("kind      " + small(task.kind()));
        lines.add("data set  " + task.title() + " (" + task.contentId() + ")");
        lines.add("state     " + small(task.state()) + ": " + task.message());
        if (task.total() > 0) {
            lines.add("done      " + percent(task) + ", " + ByteSize.words(task.done()) + " of "
                    + ByteSize.words(task.total()));
        }
        if (task.bytesPerSecond() > 0) {
            lines.add("rate      " + ByteSize.words(task.bytesPerSecond()) + "/s from "
                    + task.peers() + " peers");
        }
        if (task.location() != null) {
            lines.add("place     " + task.location());
        }
        task.files().forEach(file -> lines.add("%-8s  %s (%s)".formatted(
                file.state().toLowerCase(Locale.ROOT), file.path(), file.reason())));
        return lines;
    }

    private static String percent(Task task) {
        return task.total() == 0 ? "-" : (long) (100.0 * task.done() / task.total()) + " %";
    }

    private static String small(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}

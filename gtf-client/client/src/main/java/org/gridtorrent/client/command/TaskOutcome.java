package org.gridtorrent.client.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Durations;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Progress;
import org.gridtorrent.terminal.Progress.Sample;

/** Waits for a task's end, showing how far it is, and makes an exit status of it. */
public final class TaskOutcome {
    private static final Duration HANDED_OUT = Duration.ofSeconds(5);

    private TaskOutcome() {}

    /** A script that is given a task's id may wait for the task at once, so this machine must know it. */
    public static void awaitHandedOut(DaemonClient daemon, String taskId)
            throws IOException, InterruptedException {
        daemon.awaitKnown(taskId, HANDED_OUT);
    }

    /** The final task is the command's answer; a failed one is a {@link CommandFailure}. */
    public static int await(Invocation invocation, DaemonClient daemon, String taskId,
            Duration most)
            throws IOException {
        Optional<Task> end;
        try (Progress progress = new Progress(invocation.output())) {
            end = daemon.watch(taskId, most, task -> progress.update(sample(task)));
        }
        Task task = end.orElseThrow(() -> CommandFailure
                .noAnswer("task " + taskId + " is not finished after " + Durations.words(most)
                        + "; it goes on"));
        return answer(invocation, task);
    }

    private static Sample sample(Task task) {
        return new Sample(task.message(), task.done(), task.total(), task.bytesPerSecond(),
                task.bytesPerSecond() > 0 ? task.peers() : -1);
    }

    private static int answer(Invocation invocation, Task task) {
        return switch (task.state()) {
            case DONE -> {
                invocation.output().answer(task, List.of(task.title() + ": " + task.message()));
                yield ExitStatus.DONE;
            }
            case CANCELLED -> throw failure(invocation, task, ExitStatus.FAILED);
            default -> throw failure(invocation, task, switch (task.problem()) {
                case BAD_INPUT, DAMAGED -> ExitStatus.BAD_INPUT;
                case NOT_ALLOWED -> ExitStatus.NOT_ALLOWED;
                case NOT_FOUND -> ExitStatus.NOT_FOUND;
                default -> ExitStatus.FAILED;
            });
        };
    }

    private static CommandFailure failure(Invocation invocation, Task task, int status) {
        invocation.output().event(task);
        task.files().forEach(file -> invocation.output()
                .say("%-8s  %s (%s)".formatted(file.state().toLowerCase(Locale.ROOT), file.path(),
                        file.reason())));
        return new CommandFailure(status, task.title() + ": " + task.message());
    }
}

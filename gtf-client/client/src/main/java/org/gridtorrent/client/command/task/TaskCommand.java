package org.gridtorrent.client.command.task;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.pages.ChangedTask;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code task}: what this machine was told to do. */
@Command(name = "task", description = "Show and control the tasks of this machine.")
public final class TaskCommand extends Group {
    private final Invocation invocation;

    private TaskCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(invocation.word(1), new TaskCommand(invocation),
                new TaskList(invocation),
                new TaskShow(invocation),
                new TaskWait(invocation), new TaskCancel(invocation));
    }

    @Command(name = "pause", description = "Pause a task.")
    int pause(@Parameters(paramLabel = "ID", description = ParameterText.TASK) String id)
            throws IOException, InterruptedException {
        return change(id, "pause", "Paused");
    }

    @Command(name = "resume", description = "Resume a paused task.")
    int resume(@Parameters(paramLabel = "ID", description = ParameterText.TASK) String id)
            throws IOException, InterruptedException {
        return change(id, "resume", "Goes on");
    }

    @Command(name = "retry", description = "Retry a waiting, failed or cancelled task now.")
    int retry(@Parameters(paramLabel = "ID", description = ParameterText.TASK) String id)
            throws IOException, InterruptedException {
        return change(id, "retry", "Tried again");
    }

    /** Through the site, which knows the tasks of all one's machines. */
    private int change(String id, String verb, String words)
            throws IOException, InterruptedException {
        ChangedTask task = PagesFailures.ask(invocation, pages -> pages.changeTask(id, verb));
        invocation.output().answer(task, List.of("%s: %s on %s, task %s".formatted(words,
                task.title(), task.device(), task.id())));
        return ExitStatus.DONE;
    }
}

package org.gridtorrent.client.command;

import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code task}: what this machine was told to do. */
@Command(name = "task", description = "What this machine was told to do, and how it stands.")
public final class TaskCommand extends Group {
    public static CommandLine group(Invocation invocation) {
        return Frame.group(new TaskCommand(), new TaskList(invocation), new TaskShow(invocation),
                new TaskWait(invocation), new TaskCancel(invocation));
    }
}

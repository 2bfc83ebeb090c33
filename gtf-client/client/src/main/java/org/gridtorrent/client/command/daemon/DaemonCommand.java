package org.gridtorrent.client.command.daemon;

import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code daemon}: the client itself. */
@Command(name = "daemon", description = "Control the daemon, which transfers and shares data sets.")
public final class DaemonCommand extends Group {
    public static CommandLine group(Invocation invocation) {
        return Frame.group(invocation.word(1), new DaemonCommand(), new DaemonRun(invocation),
                new DaemonState(invocation),
                new DaemonStop(invocation), new DaemonInstall(invocation),
                new DaemonUninstall(invocation));
    }
}

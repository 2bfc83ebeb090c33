package org.gridtorrent.client;

import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.Version;
import org.gridtorrent.client.command.AccessCommand;
import org.gridtorrent.client.command.BuddyCommand;
import org.gridtorrent.client.command.DaemonCommand;
import org.gridtorrent.client.command.DatasetCommand;
import org.gridtorrent.client.command.DoctorCommand;
import org.gridtorrent.client.command.EnrolCommand;
import org.gridtorrent.client.command.FolderCommand;
import org.gridtorrent.client.command.GroupCommand;
import org.gridtorrent.client.command.InboxCommand;
import org.gridtorrent.client.command.SubscribeCommand;
import org.gridtorrent.client.command.TaskCommand;
import org.gridtorrent.client.torrent.TorrentCommand;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.GlobalOptions;
import org.gridtorrent.terminal.Group;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ScopeType;

/** The root of the tree of commands. */
@Command(name = "gridtorrent", description = "Shares large data sets between laboratories, piece by piece.", mixinStandardHelpOptions = true, scope = ScopeType.INHERIT, versionProvider = Version.class, exitCodeListHeading = "%nExit status:%n", exitCodeList = {
    "0:done", "1:failed, the reason said",
    "2:wrong usage", "3:bad input", "4:not allowed", "5:not found", "6:nobody answered",
    "130:interrupted", "143:ended by SIGTERM, in good order"})
final class GridTorrent extends Group {
    @Mixin
    final GlobalOptions globalOptions;

    private GridTorrent(Invocation invocation) {
        globalOptions = new GlobalOptions(invocation);
    }

    static CommandLine commandLine(Invocation invocation) {
        CommandLine root = Frame.group(new GridTorrent(invocation),
                TorrentCommand.group(invocation),
                new EnrolCommand(invocation),
                DaemonCommand.group(invocation),
                DatasetCommand.group(invocation),
                AccessCommand.group(invocation),
                TaskCommand.group(invocation),
                FolderCommand.group(invocation),
                GroupCommand.group(invocation),
                BuddyCommand.group(invocation),
                InboxCommand.group(invocation),
                SubscribeCommand.group(invocation),
                new PathsCommand(invocation),
                new DoctorCommand(invocation),
                new GenerateCompletion());
        return Frame.fitted(root, invocation);
    }
}

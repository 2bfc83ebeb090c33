package org.gridtorrent.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.Version;
import org.gridtorrent.client.command.CacheCommand;
import org.gridtorrent.client.command.DoctorCommand;
import org.gridtorrent.client.command.EnrolCommand;
import org.gridtorrent.client.command.FolderCommand;
import org.gridtorrent.client.command.daemon.DaemonCommand;
import org.gridtorrent.client.command.dataset.AccessCommand;
import org.gridtorrent.client.command.dataset.DatasetCommand;
import org.gridtorrent.client.command.dataset.DraftCommand;
import org.gridtorrent.client.command.dataset.OpenCommand;
import org.gridtorrent.client.command.group.BuddyCommand;
import org.gridtorrent.client.command.group.GroupCommand;
import org.gridtorrent.client.command.group.InboxCommand;
import org.gridtorrent.client.command.group.SubscribeCommand;
import org.gridtorrent.client.command.task.TaskCommand;
import org.gridtorrent.client.fetch.FetchCommand;
import org.gridtorrent.client.mount.MountCommand;
import org.gridtorrent.client.mount.UnmountCommand;
import org.gridtorrent.client.torrent.TorrentCommand;
import org.gridtorrent.client.train.TrainCommand;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.GlobalOptions;
import org.gridtorrent.terminal.Group;
import org.gridtorrent.terminal.ManPagesCommand;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ScopeType;

/** The root of the tree of commands. */
@Command(name = "gridtorrent", description = "Share large data sets between laboratories.", mixinStandardHelpOptions = true, scope = ScopeType.INHERIT, versionProvider = Version.class, exitCodeListHeading = "%nExit status:%n", exitCodeList = {
    "0:done", "1:failed; the reason is printed",
    "2:wrong usage", "3:bad input", "4:not allowed", "5:not found",
    "6:no answer from daemon, site or peers",
    "130:interrupted", "141:standard output was closed",
    "143:stopped by SIGTERM"})
final class GridTorrent extends Group {
    /** The branch that needs all others. */
    private static final String MAN_PAGES = "generate-man-pages";

    @Mixin
    final GlobalOptions globalOptions;

    private GridTorrent(Invocation invocation) {
        globalOptions = new GlobalOptions(invocation);
    }

    /** The tree of commands: the branch that the first word names, or all where it names none. */
    static CommandLine commandLine(Invocation invocation) {
        Map<String, Supplier<Object>> branches = branches(invocation);
        GridTorrent root = new GridTorrent(invocation);
        CommandLine tree = invocation.word(0).filter(word -> !word.equals(MAN_PAGES))
                .map(branches::get)
                .map(branch -> Frame.line(root, Stream.of(branch.get())))
                .orElseGet(() -> Frame.group(root, Stream.concat(
                        branches.values().stream().map(Supplier::get),
                        Stream.of(new GenerateCompletion())).toArray()));
        return Frame.fitted(tree, invocation);
    }

    /** By name, in the order in which help lists them. */
    private static Map<String, Supplier<Object>> branches(Invocation invocation) {
        Map<String, Supplier<Object>> branches = new LinkedHashMap<>();
        branches.put("torrent", () -> TorrentCommand.group(invocation));
        branches.put("fetch", () -> new FetchCommand(invocation));
        branches.put("enrol", () -> new EnrolCommand(invocation));
        branches.put("daemon", () -> DaemonCommand.group(invocation));
        branches.put("dataset", () -> DatasetCommand.group(invocation));
        branches.put("open", () -> new OpenCommand(invocation));
        branches.put("access", () -> AccessCommand.group(invocation));
        branches.put("task", () -> TaskCommand.group(invocation));
        branches.put("folder", () -> FolderCommand.group(invocation));
        branches.put("group", () -> GroupCommand.group(invocation));
        branches.put("buddy", () -> BuddyCommand.group(invocation));
        branches.put("inbox", () -> InboxCommand.group(invocation));
        branches.put("subscribe", () -> SubscribeCommand.group(invocation));
        branches.put("mount", () -> MountCommand.group(invocation));
        branches.put("unmount", () -> new UnmountCommand(invocation));
        branches.put("draft", () -> DraftCommand.group(invocation));
        branches.put("cache", () -> CacheCommand.group(invocation));
        branches.put("paths", () -> new PathsCommand(invocation));
        branches.put("doctor", () -> new DoctorCommand(invocation));
        branches.put("train", TrainCommand::new);
        branches.put(MAN_PAGES, ManPagesCommand::new);
        return branches;
    }
}

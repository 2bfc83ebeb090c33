package org.gridtorrent.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.Version;
import org.gridtorrent.client.command.AccessCommand;
import org.gridtorrent.client.command.BuddyCommand;
import org.gridtorrent.client.command.CacheCommand;
import org.gridtorrent.client.command.DaemonCommand;
import org.gridtorrent.client.command.DatasetCommand;
import org.gridtorrent.client.command.DoctorCommand;
import org.gridtorrent.client.command.DraftCommand;
import org.gridtorrent.client.command.EnrolCommand;
import org.gridtorrent.client.command.FolderCommand;
import org.gridtorrent.client.command.GroupCommand;
import org.gridtorrent.client.command.InboxCommand;
import org.gridtorrent.client.command.OpenCommand;
import org.gridtorrent.client.command.SubscribeCommand;
import org.gridtorrent.client.command.TaskCommand;
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
@Command(name = "gridtorrent", description = "Shares large data sets between laboratories, piece by piece.", mixinStandardHelpOptions = true, scope = ScopeType.INHERIT, versionProvider = Version.class, exitCodeListHeading = "%nExit status:%n", exitCodeList = {
    "0:done", "1:failed, the reason said",
    "2:wrong usage", "3:bad input", "4:not allowed", "5:not found", "6:nobody answered",
    "130:interrupted", "141:the reader of its output closed it",
    "143:ended by SIGTERM, in good order"})
final class GridTorrent extends Group {
    /** The branch that needs all others. */
    private static final String MAN_PAGES = "generate-man-pages";

    @Mixin
    final GlobalOptions globalOptions;

    private GridTorrent(Invocation invocation) {
        globalOptions = new GlobalOptions(invocation);
    }

    /**
     * The tree of commands. Where the first word names a branch, only that one grows: to read the
     * annotations of all others takes longer than most commands do.
     */
    static CommandLine commandLine(Invocation invocation, String... arguments) {
        Map<String, Supplier<Object>> branches = branches(invocation);
        if (arguments.length > 0 && branches.containsKey(arguments[0])
                && !arguments[0].equals(MAN_PAGES)) {
            branches.keySet().retainAll(Set.of(arguments[0]));
        }
        Stream<Object> grown = branches.values().stream().map(Supplier::get);
        CommandLine root = Frame.group(new GridTorrent(invocation),
                Stream.concat(grown, Stream.of(new GenerateCompletion())).toArray());
        return Frame.fitted(root, invocation);
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

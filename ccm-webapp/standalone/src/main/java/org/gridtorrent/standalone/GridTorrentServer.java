package org.gridtorrent.standalone;

import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.GlobalOptions;
import org.gridtorrent.terminal.Group;
import org.gridtorrent.terminal.ManPagesCommand;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ScopeType;

/** Root of the command tree. */
@Command(name = "gridtorrent-server", description = "Run a GridTorrent site: pages, tracker and database in one program.", mixinStandardHelpOptions = true, scope = ScopeType.INHERIT, versionProvider = GridTorrentServer.Version.class, exitCodeListHeading = "%nExit status:%n", exitCodeList = {
    "0:done", "1:failed; the reason is printed", "2:wrong usage", "3:bad input",
    "4:not allowed", "5:not found", "6:no answer", "130:interrupted",
    "141:standard output was closed"})
public final class GridTorrentServer extends Group {
    @Mixin
    final GlobalOptions globalOptions;

    private GridTorrentServer(Invocation invocation) {
        globalOptions = new GlobalOptions(invocation);
    }

    public static CommandLine commandLine(Invocation invocation) {
        CommandLine run = new CommandLine(new RunCommand(invocation));
        CommandLine root = Frame.group(new GridTorrentServer(invocation),
                run,
                UserCommands.group(invocation),
                new EnrolCodeCommand(invocation),
                new BackupCommand(invocation),
                new RestoreCommand(invocation),
                new MoveCommand(invocation),
                new CheckCommand(invocation),
                new TrainCommand(),
                new ManPagesCommand(),
                new GenerateCompletion());
        Frame.fitted(root, invocation);
        OptionDefaults.apply(root, run, invocation);
        return root;
    }

    /** The version that the jar's manifest carries. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = GridTorrentServer.class.getPackage().getImplementationVersion();
            return new String[]{
                "gridtorrent-server " + (version == null ? "development" : version)};
        }
    }
}

package org.gridtorrent.standalone;

import java.util.Locale;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.GlobalOptions;
import org.gridtorrent.terminal.Group;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** The root of the tree of commands. */
@Command(name = "gridtorrent-server", description = "A GridTorrent site: its tracker, its pages and its database in one program.", mixinStandardHelpOptions = true, scope = ScopeType.INHERIT, versionProvider = GridTorrentServer.Version.class, exitCodeListHeading = "%nExit status:%n", exitCodeList = {
    "0:done", "1:failed, the reason said", "2:wrong usage", "3:bad input",
    "4:not allowed", "5:not found", "6:nobody answered", "130:interrupted",
    "141:the reader of its output closed it"})
final class GridTorrentServer extends Group {
    @Mixin
    final GlobalOptions globalOptions;

    private GridTorrentServer(Invocation invocation) {
        globalOptions = new GlobalOptions(invocation);
    }

    static CommandLine commandLine(Invocation invocation) {
        CommandLine root = Frame.group(new GridTorrentServer(invocation),
                new RunCommand(invocation),
                UserCommands.group(invocation),
                new EnrolCodeCommand(invocation),
                new BackupCommand(invocation),
                new RestoreCommand(invocation),
                new MoveCommand(invocation),
                new CheckCommand(invocation),
                new GenerateCompletion());
        return Frame.fitted(root, invocation)
                .setDefaultValueProvider(argument -> fromEnvironment(invocation, argument));
    }

    /** {@code --tracker} can also be given as {@code GRIDTORRENT_TRACKER}, and so on. */
    private static @Nullable String fromEnvironment(Invocation invocation, ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.typeInfo().isBoolean()
                || option.longestName().equals("--home")) {
            return null;
        }
        String name = option.longestName().substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
        return invocation.environment("GRIDTORRENT_" + name).orElse(null);
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

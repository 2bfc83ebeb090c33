package org.gridtorrent.standalone;

import java.util.Locale;
import org.gridtorrent.standalone.cli.Failures;
import org.gridtorrent.standalone.cli.GlobalOptions;
import org.gridtorrent.standalone.cli.Group;
import org.gridtorrent.standalone.cli.Invocation;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** The root of the tree of commands. */
@Command(name = "gridtorrent-server", description = "A GridTorrent site: its tracker, its pages and its database in one program.", mixinStandardHelpOptions = true, scope = ScopeType.INHERIT, versionProvider = GridTorrentServer.Version.class, exitCodeListHeading = "%nExit status:%n", exitCodeList = {
    "0:done", "1:failed, the reason said", "2:wrong usage", "3:bad input",
    "4:not allowed", "5:not found", "6:nobody answered", "130:interrupted"})
final class GridTorrentServer extends Group {
    @Mixin
    final GlobalOptions globalOptions;

    private GridTorrentServer(Invocation invocation) {
        globalOptions = new GlobalOptions(invocation);
    }

    static CommandLine commandLine(Invocation invocation) {
        Failures failures = new Failures(invocation);
        return new CommandLine(new GridTorrentServer(invocation))
                .addSubcommand(new RunCommand(invocation))
                .addSubcommand(UserCommands.group(invocation))
                .addSubcommand(new EnrolCodeCommand(invocation))
                .addSubcommand(new BackupCommand(invocation))
                .addSubcommand(new RestoreCommand(invocation))
                .addSubcommand(new CheckCommand(invocation))
                .addSubcommand(new HelpCommand())
                .addSubcommand(new GenerateCompletion())
                .setDefaultValueProvider(argument -> fromEnvironment(invocation, argument))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .setUsageHelpWidth(100)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
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

package org.gridtorrent.standalone;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.standalone.cli.ServerConfiguration;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.GlobalOptions;
import org.gridtorrent.terminal.Group;
import org.gridtorrent.terminal.ManPagesCommand;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** Root of the command tree. */
@Command(name = "gridtorrent-server", description = "Run a GridTorrent site: pages, tracker and database in one program.", mixinStandardHelpOptions = true, scope = ScopeType.INHERIT, versionProvider = GridTorrentServer.Version.class, exitCodeListHeading = "%nExit status:%n", exitCodeList = {
    "0:done", "1:failed; the reason is printed", "2:wrong usage", "3:bad input",
    "4:not allowed", "5:not found", "6:nobody answered", "130:interrupted",
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
        root.setDefaultValueProvider(
                argument -> fromEnvironment(invocation, argument).orElse(null));
        Set<String> settings = run.getCommandSpec().options().stream()
                .map(GridTorrentServer::setting).collect(Collectors.toSet());
        run.setDefaultValueProvider(argument -> fromEnvironment(invocation, argument)
                .or(() -> fromFile(invocation, settings, argument)).orElse(null));
        return Frame.fitted(root, invocation);
    }

    /** {@code --tracker} can also be given as {@code GRIDTORRENT_TRACKER}, and so on. */
    private static Optional<String> fromEnvironment(Invocation invocation, ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.typeInfo().isBoolean()
                || setting(option).equals(ServerConfiguration.HOME)) {
            return Optional.empty();
        }
        return invocation.environment("GRIDTORRENT_"
                + setting(option).toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** The options of {@code run} can be given in the configuration, too. */
    private static Optional<String> fromFile(Invocation invocation, Set<String> settings,
            ArgSpec argument) {
        try {
            ServerConfiguration configuration = invocation.configuration();
            configuration.requireOnly(settings);
            return argument instanceof OptionSpec option
                    ? configuration.value(setting(option))
                    : Optional.empty();
        } catch (CommandFailure e) {
            throw new ParameterException(argument.command().commandLine(), e.line(), e);
        }
    }

    private static String setting(OptionSpec option) {
        return option.longestName().substring(2);
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

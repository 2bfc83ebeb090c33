package org.gridtorrent.bench;

import java.io.PrintWriter;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Failures;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code gridtorrent-bench}. */
@Command(name = "gridtorrent-bench", description = "Runs experiments, each beside what people use today.", mixinStandardHelpOptions = true, scope = ScopeType.INHERIT, versionProvider = Main.Version.class, subcommands = {
    ListCommand.class, RunCommand.class, ReportCommand.class, LinkCommand.class,
    WorkerCommands.Endpoint.class, WorkerCommands.Peer.class, WorkerCommands.Folder.class,
    WorkerCommands.ReplicaFetch.class, WorkerCommands.Tracker.class,
    WorkerCommands.TrackerStart.class,
    picocli.AutoComplete.GenerateCompletion.class}, exitCodeListHeading = "%nExit status:%n", exitCodeList = {
        "0:done", "1:failed; the reason is printed", "2:wrong usage", "3:bad input",
        "4:not allowed", "5:not found", "6:no answer", "130:interrupted"})
public final class Main {
    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show stack traces.")
    private boolean debug;

    Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        Main main = new Main();
        return new CommandLine(main)
                .setUsageHelpWidth(100)
                .setExecutionExceptionHandler((e, command, parsed) -> main.fail(e, command))
                .setParameterExceptionHandler((e, arguments) -> refuse(e));
    }

    private static int refuse(ParameterException e) {
        PrintWriter err = e.getCommandLine().getErr();
        err.println("gridtorrent-bench: " + e.getMessage());
        boolean helps = String.valueOf(e.getMessage()).contains("gridtorrent-bench ");
        if (!helps && !UnmatchedArgumentException.printSuggestions(e, err)) {
            err.println("Try: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        }
        return CommandLine.ExitCode.USAGE;
    }

    private int fail(Exception e, CommandLine command) {
        if (debug) {
            e.printStackTrace(command.getErr());
        }
        CommandFailure failure = Failures.describe(e);
        command.getErr().println("gridtorrent-bench: " + failure.line());
        return failure.exitStatus();
    }

    /** The version that the jar's manifest carries. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[]{"gridtorrent-bench " + text()};
        }

        static String text() {
            String version = Main.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }
    }
}

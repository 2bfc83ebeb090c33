package org.gridtorrent.terminal;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;

/** Settings of the command line that hold for the whole tree of commands. */
public final class Frame {
    private Frame() {}

    /** Call once the tree is complete. */
    public static CommandLine fitted(CommandLine root, Run run) {
        Failures failures = new Failures(run);
        return root
                .setOut(new PrintWriter(run.output().answers(), true,
                        StandardCharsets.UTF_8))
                .setErr(new PrintWriter(run.output().errors(), true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(100)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    }

    /** A group of commands, such as {@code torrent}; without a sub-command it prints its help. */
    public static CommandLine group(Object group, Object... commands) {
        CommandLine line = new CommandLine(group);
        for (Object command : commands) {
            line.addSubcommand(command);
        }
        return line.addSubcommand(new HelpCommand());
    }
}

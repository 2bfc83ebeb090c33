package org.gridtorrent.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.TypeConversionException;

/** Settings of the command line that hold for the whole tree of commands. */
public final class Frame {
    /** The system's words, which the Java platform passes on. */
    private static final String BROKEN_PIPE = "Broken pipe";

    private Frame() {}

    /** Call once the tree is complete. */
    public static CommandLine fitted(CommandLine root, Run run) {
        Failures failures = new Failures(run);
        return root.registerConverter(URI.class, Frame::uri)
                .registerConverter(Path.class, Frame::path)
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

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new TypeConversionException("'" + text + "' is no address: " + e.getReason());
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + text + "' is no file name: " + e.getReason());
        }
    }

    /**
     * Runs the command and returns its exit status. A command that is done has failed all the same when
     * its answer could not be written. A reader that closed the pipe knows, so nothing is said then.
     */
    public static int execute(CommandLine root, Run run, String... arguments) {
        int status = status(root, run, arguments);
        Optional<IOException> unwritten = run.output().failure();
        if (status != ExitStatus.DONE || unwritten.isEmpty()) {
            return status;
        }
        String reason = String.valueOf(unwritten.get().getMessage());
        if (reason.contains(BROKEN_PIPE)) {
            return ExitStatus.BROKEN_PIPE;
        }
        run.output()
                .say(root.getCommandName() + ": the answer cannot be written to standard output ("
                        + reason + "); write it elsewhere");
        return ExitStatus.FAILED;
    }

    private static int status(CommandLine root, Run run, String... arguments) {
        try {
            return root.execute(arguments);
        } catch (OutOfMemoryError e) {
            // What was to be done is given up: its memory is free again.
            run.output().say(root.getCommandName() + ": the work needs more memory than the "
                    + ByteSize.words(Runtime.getRuntime().maxMemory()) + " of this program ("
                    + e.getMessage() + "); do it in parts");
            return ExitStatus.FAILED;
        }
    }

    /** A group of commands, such as {@code torrent}; without a sub-command it prints its help. */
    public static CommandLine group(Object group, Object... commands) {
        return line(group, Stream.of(commands)).addSubcommand(new HelpCommand());
    }

    /**
     * The same group with the one command that {@code word} names, or with all where it names none: to read
     * the annotations of the others takes longer than most commands do.
     */
    public static CommandLine group(Optional<String> word, Object group, Object... commands) {
        return word
                .flatMap(name -> Stream.of(commands).filter(command -> name(command).equals(name))
                        .findFirst())
                .map(command -> line(group, Stream.of(command)))
                .orElseGet(() -> group(group, commands));
    }

    /** A group with these commands alone, and none that prints help. */
    public static CommandLine line(Object group, Stream<Object> commands) {
        CommandLine line = new CommandLine(group);
        commands.forEach(line::addSubcommand);
        return line;
    }

    private static String name(Object command) {
        return command instanceof CommandLine line
                ? line.getCommandName()
                : command.getClass().getAnnotation(Command.class).name();
    }
}

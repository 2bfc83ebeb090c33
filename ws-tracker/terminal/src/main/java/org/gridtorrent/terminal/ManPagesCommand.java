package org.gridtorrent.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code generate-man-pages}: writes a manual page for each command, for the packages. */
@Command(name = "generate-man-pages", hidden = true, description = "Writes a manual page for each command, for the build.")
public final class ManPagesCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder for the pages.")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path folder;

    @Parameters(index = "1", paramLabel = "SECTION", description = "1 of the manual for commands of users, 8 of administrators.")
    private int section;

    /** Programs add it to their tree of commands. */
    public ManPagesCommand() {}

    @Override
    public Integer call() throws IOException {
        if (spec == null) {
            throw new IllegalStateException("only a command line runs it");
        }
        Files.createDirectories(folder);
        Deque<CommandLine> open = new ArrayDeque<>();
        open.add(spec.root().commandLine());
        while (!open.isEmpty()) {
            CommandLine command = open.remove();
            ManPage page = new ManPage(command.getCommandSpec(), section);
            Files.writeString(folder.resolve(page.name() + "." + section), page.text());
            command.getSubcommands().values().stream().filter(ManPagesCommand::hasPage)
                    .forEach(open::add);
        }
        return ExitStatus.DONE;
    }

    static boolean hasPage(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        return !spec.usageMessage().hidden() && !(spec.userObject() instanceof HelpCommand)
                && !(spec.userObject() instanceof GenerateCompletion);
    }
}

package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code draft}: what was written in a mount's folder {@code drafts}. */
@Command(name = "draft", description = "Manage drafts: files and folders that were written to the folder drafts of a mount.")
public final class DraftCommand extends Group {
    private final Invocation invocation;

    private DraftCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new DraftCommand(invocation), new DraftOpen(invocation),
                new DraftPublish(invocation));
    }

    @Command(name = "list", description = "List drafts that are not published.")
    int list() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> drafts = Files
                .newDirectoryStream(invocation.home().drafts())) {
            drafts.forEach(draft -> names.add(draft.getFileName().toString()));
        } catch (NoSuchFileException e) {
            names.clear();
        }
        names.sort(null);
        invocation.output().answer(Map.of("drafts", names),
                names.isEmpty() ? List.of("There are no drafts.") : names);
        return ExitStatus.DONE;
    }
}

package org.gridtorrent.client.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import org.gridtorrent.terminal.UserFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code folder}: what of this machine the site's pages may reach. */
@Command(name = "folder", description = "Manage the folders that the pages may publish from and download into.")
public final class FolderCommand extends Group {
    private final Invocation invocation;

    private FolderCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new FolderCommand(invocation));
    }

    @Command(name = "open", description = "Allow the pages to publish from a folder and download into it.")
    int open(@Parameters(paramLabel = "DIR", description = ParameterText.FOLDER) Path folder)
            throws IOException {
        Path real = new Device(invocation).folders().open(folder);
        tell(invocation);
        exposes(real).ifPresent(what -> invocation.output().say("Warning: " + real + " holds "
                + what + ". Whoever uses your account on the site can now publish from it. Close it"
                + " with: gridtorrent folder close " + real + ", and open the folder of the data"
                + " alone."));
        invocation.output().answer(Map.of("opened", real.toString()), List.of("Opened " + real));
        return ExitStatus.DONE;
    }

    /** What lies in an opened folder that is hardly meant to be published. */
    private Optional<String> exposes(Path real) throws IOException {
        if (real.getParent() == null) {
            return Optional.of("all files of this machine");
        }
        Path state = invocation.home().state();
        if (Files.exists(state) && state.toRealPath().startsWith(real)) {
            return Optional.of("this program's keys");
        }
        Optional<Path> user = UserFolder.find(invocation.environment()).filter(Files::exists);
        return user.isPresent() && user.get().toRealPath().startsWith(real)
                ? Optional.of("all files of a user")
                : Optional.empty();
    }

    @Command(name = "close", description = "Stop the pages from publishing from a folder and downloading into it. Published data sets stay published.")
    int close(@Parameters(paramLabel = "DIR", description = ParameterText.FOLDER) Path folder)
            throws IOException {
        if (!new Device(invocation).folders().close(folder)) {
            throw CommandFailure.notFound(folder + " was not opened");
        }
        tell(invocation);
        invocation.output().answer(Map.of("closed", folder.toString()),
                List.of("Closed " + folder));
        return ExitStatus.DONE;
    }

    @Command(name = "list", description = "List the opened folders.")
    int list() throws IOException {
        List<String> folders = new Device(invocation).folders().all().stream().map(Path::toString)
                .toList();
        invocation.output().answer(Map.of("folders", folders),
                folders.isEmpty() ? List.of("No folder is open.") : folders);
        return ExitStatus.DONE;
    }

    /** A running daemon tells the pages at once. */
    public static void tell(Invocation invocation) throws IOException {
        Optional<DaemonClient> daemon = DaemonClient.connect(invocation.home());
        if (daemon.isPresent()) {
            try (DaemonClient client = daemon.get()) {
                client.foldersChanged();
            }
        }
    }
}

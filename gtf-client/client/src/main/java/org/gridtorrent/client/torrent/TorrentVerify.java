package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.NamedFolder;
import org.gridtorrent.client.verify.Inspection;
import org.gridtorrent.client.verify.Inspection.FileState;
import org.gridtorrent.client.verify.Inspection.InspectedFile;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code torrent verify}. */
@Command(name = "verify", description = "Verify data against a .torrent file.")
final class TorrentVerify implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "FILE", description = "The .torrent file (-: standard input).")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path file;

    @Option(names = "--dir", paramLabel = "DIR", required = true, description = "Folder that contains the data.")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path directory;

    TorrentVerify(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Metainfo metainfo = TorrentFile.read(invocation, file);
        checkDirectory(metainfo);
        Inspection inspection;
        try (var progress = new HashingProgress(invocation.output(), "checking")) {
            inspection = Inspection.of(metainfo, directory, progress);
        }
        invocation.output().answer(inspection, lines(inspection));
        if (!inspection.complete()) {
            throw failure(inspection);
        }
        return ExitStatus.DONE;
    }

    private void checkDirectory(Metainfo metainfo) {
        NamedFolder.isThere(directory);
        if (Files.notExists(directory.resolve(metainfo.name()))) {
            throw CommandFailure
                    .notFound("%s: there is no '%s' in it; --dir names the folder that holds it"
                            .formatted(directory, metainfo.name()));
        }
    }

    private static List<String> lines(Inspection inspection) {
        var lines = new ArrayList<String>();
        for (InspectedFile file : inspection.files()) {
            if (file.state() != FileState.GOOD) {
                lines.add("%-8s  %s (%s)".formatted(file.state().word(), file.path(), file.why()));
            }
        }
        lines.add(
                "pieces: %d good, %d bad, %d missing".formatted(inspection.good(), inspection.bad(),
                        inspection.missing()));
        lines.add("files: %d good of %d".formatted(inspection.goodFiles(),
                inspection.files().size()));
        return lines;
    }

    private CommandFailure failure(Inspection inspection) {
        return CommandFailure
                .badInput("%s in %s is not as its .torrent says: %s of %s not good".formatted(
                        inspection.name(), directory,
                        inspection.bad() + inspection.missing(),
                        TorrentText.count(inspection.pieces(), "piece")));
    }
}

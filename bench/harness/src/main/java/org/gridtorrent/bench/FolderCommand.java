package org.gridtorrent.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.experiment.SharedFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A folder on this machine for experiments of another; started by those. */
@Command(name = "folder", hidden = true, description = "Makes a folder, and deletes it at its input's end.")
final class FolderCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "Which is made.")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        SharedFolder.keep(folder,
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                System.out);
        return 0;
    }
}

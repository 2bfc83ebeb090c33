package org.gridtorrent.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.experiment.SwarmFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A swarm's folder on this machine for experiments of another; started by those. */
@Command(name = "content", hidden = true, description = "Makes a folder with a content, and deletes it at its input's end.")
final class ContentCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "Which is made.")
    private Path folder = Path.of("");

    @Parameters(index = "1", paramLabel = "LENGTH", description = "Of the content, in bytes.")
    private long length;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (SwarmFolder _ = SwarmFolder.at(folder, length)) {
            System.out.println(SwarmFolder.READY);
            try (InputStream orders = System.in) {
                orders.transferTo(OutputStream.nullOutputStream());
            }
        }
        return 0;
    }
}

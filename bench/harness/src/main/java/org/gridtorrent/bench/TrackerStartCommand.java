package org.gridtorrent.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.tracker.ClientStartup;
import org.gridtorrent.identity.IdentityException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A workstation's first talk with its tracker; started by experiments. */
@Command(name = "tracker-start", hidden = true, description = "Prints how many milliseconds a workstation's start with its tracker takes.")
final class TrackerStartCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "With the workstation's key and certificates.")
    private Path folder = Path.of("");

    @Option(names = "--tracker", required = true, paramLabel = "URL")
    private URI tracker = URI.create("");

    @Option(names = "--content", required = true, paramLabel = "INFO-HASH")
    private String content = "";

    @Option(names = "--times", required = true, paramLabel = "N")
    private int times;

    @Override
    public Integer call() throws IOException, IdentityException {
        ClientStartup.run(folder, tracker, content, times, System.out);
        return 0;
    }
}

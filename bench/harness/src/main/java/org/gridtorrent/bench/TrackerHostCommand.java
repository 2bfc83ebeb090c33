package org.gridtorrent.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.tracker.TrackerWorker;
import org.gridtorrent.catalog.DatabaseLogin;
import org.gridtorrent.identity.IdentityException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A site's tracker; started by experiments. */
@Command(name = "tracker-host", hidden = true, description = "A tracker on an empty database, obeying its input, one JSON order a line.")
final class TrackerHostCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "An empty folder for its keys.")
    private Path folder = Path.of("");

    @Option(names = "--database", required = true, paramLabel = "JDBC-URL")
    private String database = "";

    @Option(names = "--user", paramLabel = "NAME")
    private String user = "";

    @Override
    public Integer call() throws IOException, IdentityException {
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        TrackerWorker.run(folder, new DatabaseLogin(database, user, ""), orders, System.out);
        return 0;
    }
}

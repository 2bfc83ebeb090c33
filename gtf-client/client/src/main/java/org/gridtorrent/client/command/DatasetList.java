package org.gridtorrent.client.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.pages.Dataset;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;

/** {@code dataset list}: the user's own. */
@Command(name = "list", description = "Your own data sets.")
final class DatasetList implements Callable<Integer> {
    private final Invocation invocation;

    DatasetList(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Dataset> datasets = PagesFailures.ask(invocation, PagesClient::ownDatasets);
        invocation.output().answer(Map.of("datasets", datasets),
                DatasetLines.table(datasets, "You have published nothing yet."));
        return ExitStatus.DONE;
    }
}

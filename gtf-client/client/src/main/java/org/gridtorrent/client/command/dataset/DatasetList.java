package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.pages.Dataset;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dataset list}: the user's own, or what others gave the user. */
@Command(name = "list", description = "List your data sets, or those that others share with you.")
final class DatasetList implements Callable<Integer> {
    private final Invocation invocation;

    @Option(names = "--shared", description = "List data sets that others share with you.")
    private boolean shared;

    DatasetList(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Dataset> datasets = PagesFailures.ask(invocation,
                shared ? PagesClient::sharedDatasets : PagesClient::ownDatasets);
        invocation.output().answer(Map.of("datasets", datasets),
                DatasetLines.table(datasets, shared
                        ? "Nothing is shared with you yet."
                        : "You have published nothing yet."));
        return ExitStatus.DONE;
    }
}

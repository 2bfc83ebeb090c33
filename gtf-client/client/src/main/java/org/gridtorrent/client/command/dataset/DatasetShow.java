package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.pages.Dataset;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dataset show}. */
@Command(name = "show", description = "Show all details of a data set.")
final class DatasetShow implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "ID", description = ParameterText.DATASET)
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String id;

    DatasetShow(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Dataset dataset = PagesFailures.ask(invocation, pages -> pages.dataset(id));
        invocation.output().answer(dataset, DatasetLines.details(dataset));
        return ExitStatus.DONE;
    }
}

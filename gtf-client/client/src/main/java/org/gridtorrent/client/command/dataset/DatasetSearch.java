package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.pages.Dataset;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dataset search}: among all that the user may have. */
@Command(name = "search", description = "Search the data sets that you can access.")
final class DatasetSearch implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "WORDS", arity = "0..*", description = "Words in the title or description.")
    @SuppressWarnings("NullAway.Init") // picocli makes the list
    private List<String> words = List.of();

    DatasetSearch(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Dataset> datasets = PagesFailures.ask(invocation,
                pages -> pages.datasets(String.join(" ", words)));
        invocation.output().answer(Map.of("datasets", datasets),
                DatasetLines.table(datasets, "Nothing found that you may have."));
        return ExitStatus.DONE;
    }
}

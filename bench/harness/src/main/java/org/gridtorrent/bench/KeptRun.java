package org.gridtorrent.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultFile;

/**
 * Runs of experiments whose results are kept in a folder, and told, as they come.
 *
 * @param told each result when it is in the folder
 */
record KeptRun(Path folder, Consumer<Result> told) {
    /** All results; those that came before a failure stay in the folder. */
    List<Result> of(Experiment experiment, Scale scale, Progress progress)
            throws IOException, InterruptedException {
        ResultFile file = new ResultFile(folder, experiment.name());
        List<Result> results = new ArrayList<>();
        try {
            experiment.run(scale, progress, result -> {
                keep(file, result);
                results.add(result);
                told.accept(result);
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return results;
    }

    private static void keep(ResultFile file, Result result) {
        try {
            file.add(result);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

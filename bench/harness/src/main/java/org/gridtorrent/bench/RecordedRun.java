package org.gridtorrent.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultFile;
import org.gridtorrent.bench.run.RecordFile;
import org.gridtorrent.bench.run.RunRecord;
import org.gridtorrent.bench.run.RunRecorder;
import org.gridtorrent.bench.testbed.Testbed;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Failures;

/**
 * Runs an experiment, keeps its results and its record in a folder, and passes results on.
 *
 * @param listener hears each result when it is in the folder
 */
record RecordedRun(Path folder, Testbed testbed, Consumer<Result> listener) {
    /** All results; those that came before a failure stay in the folder. */
    List<Result> of(Experiment experiment, Scale scale, Progress progress)
            throws IOException, InterruptedException {
        try (RunRecorder recorder = new RunRecorder(experiment, scale, Main.Version.text(),
                progress)) {
            One run = new One(new ResultFile(folder, experiment.name()),
                    new RecordFile(folder, experiment.name()), recorder, new ArrayList<>());
            try {
                experiment.body().run(
                        new ExperimentRun(experiment.name(), scale, testbed, recorder, result -> {
                            run.keep(result);
                            listener.accept(result);
                        }));
            } catch (UncheckedIOException e) {
                run.fail(e);
                throw e.getCause();
            } catch (IOException | RuntimeException e) {
                run.fail(e);
                throw e;
            }
            run.end();
            return run.results();
        }
    }

    /** Run that goes on. */
    private record One(ResultFile file, RecordFile record, RunRecorder recorder,
            List<Result> results) {
        void keep(Result result) {
            results.add(result);
            try {
                file.add(result);
                if (file.begun()) {
                    record.write(recorder.underWay());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void fail(Exception e) throws IOException {
            String why = Failures.describe(e).line();
            end(recorder.failed(why), why);
        }

        void end() throws IOException {
            if (!results.isEmpty()) {
                end(recorder.done(), results.stream().filter(Result.Skipped.class::isInstance)
                        .map(one -> ((Result.Skipped) one).reason()).distinct()
                        .collect(Collectors.joining("; ")));
            }
        }

        /** A run that finds nothing replaces nothing; the kept record mentions it. */
        private void end(RunRecord ended, String why) throws IOException {
            Optional<RunRecord> kept = !file.begun() && file.exists() ? kept() : Optional.empty();
            record.write(kept.map(older -> older.triedAgain(ended.begun() + ": " + why))
                    .orElse(ended));
        }

        /** A damaged record is passed over, and hides no failure. */
        private Optional<RunRecord> kept() {
            try {
                return record.read();
            } catch (IOException | CommandFailure e) {
                return Optional.empty();
            }
        }
    }
}

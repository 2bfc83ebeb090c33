package org.gridtorrent.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptRunTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void eachResult_isKeptBeforeItIsTold() throws IOException, InterruptedException {
        List<List<Result>> kept = new ArrayList<>();
        List<Result> results = run(result -> kept.add(kept()), "one", "two");
        assertThat(kept).containsExactly(results.subList(0, 1), results);
    }

    @Test
    void aRunThatEndsInTheMiddle_keepsWhatItFound() {
        assertThatThrownBy(() -> run(result -> {}, "one", "two", "fail"))
                .hasMessage("the line broke");
        assertThat(kept()).extracting(Result::setting).containsExactly("one", "two");
    }

    @Test
    void aRunThatFindsNothing_leavesWhatWasKept() throws IOException, InterruptedException {
        run(result -> {}, "one", "two");
        assertThatThrownBy(() -> run(result -> {}, "fail")).hasMessage("the line broke");
        assertThat(kept()).hasSize(2);
    }

    @Test
    void theFirstResult_replacesWhatWasKept() throws IOException, InterruptedException {
        run(result -> {}, "one", "two");
        run(result -> assertThat(kept()).containsExactly(result), "three");
        assertThat(folder.resolve("example.jsonl.new")).doesNotExist();
    }

    @Test
    void aFolderThatCannotBe_isSaid() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        KeptRun run = new KeptRun(file, result -> {});
        assertThatThrownBy(() -> run.of(new Example(List.of("one")), Experiment.Scale.QUICK,
                line -> {})).isInstanceOf(IOException.class).hasMessageContaining("file");
    }

    private List<Result> run(Consumer<Result> told, String... settings)
            throws IOException, InterruptedException {
        return new KeptRun(folder, told).of(new Example(List.of(settings)),
                Experiment.Scale.QUICK, line -> {});
    }

    private List<Result> kept() {
        try {
            return ResultLines.load(folder);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Finds these settings one after the other, and ends at the word "fail". */
    private record Example(List<String> settings) implements Experiment {
        @Override
        public String name() {
            return "example";
        }

        @Override
        public String question() {
            return "?";
        }

        @Override
        public void run(Scale scale, Progress progress, Consumer<Result> results)
                throws IOException {
            for (String setting : settings) {
                if (setting.equals("fail")) {
                    throw new IOException("the line broke");
                }
                results.accept(new Result.Skipped(name(), setting, "a", "b", "not asked"));
            }
        }
    }
}

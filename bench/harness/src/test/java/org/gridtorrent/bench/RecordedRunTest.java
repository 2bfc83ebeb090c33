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
import org.gridtorrent.bench.experiment.ToolUse;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultFile;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.run.MachineInfo;
import org.gridtorrent.bench.run.RecordFile;
import org.gridtorrent.bench.run.RunRecord;
import org.gridtorrent.bench.run.RunRecord.Program;
import org.gridtorrent.bench.run.RunRecord.State;
import org.gridtorrent.bench.testbed.Testbed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRunTest {
    private static final ToolUse TOOL = new ToolUse("iperf3", "3.12", "iperf3 -P 16");

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
    void keepsMeasurementsWhenALaterRunComparesNothing() throws IOException, InterruptedException {
        run(result -> {}, "measured");
        run(result -> {}, "one", "two");
        assertThat(kept()).extracting(Result::setting).containsExactly("measured");
        assertThat(record().state()).isEqualTo(State.DONE);
        assertThat(record().triedAgain()).endsWith(": not asked");
        run(result -> {}, "one", "measured anew", "two");
        assertThat(kept()).extracting(Result::setting)
                .containsExactly("one", "measured anew", "two");
        assertThat(record().triedAgain()).isNull();
    }

    @Test
    void theResultsOfAFailure_keepTheirRecord_whenTheNextRunFindsNothing() {
        assertThatThrownBy(() -> run(result -> {}, "one", "fail")).hasMessage("the line broke");
        RunRecord first = record();
        assertThatThrownBy(() -> run(result -> {}, "fail")).hasMessage("the line broke");
        assertThat(record().triedAgain("")).isEqualTo(first.triedAgain(""));
        assertThat(record().triedAgain()).endsWith(": the line broke");
    }

    @Test
    void theRecord_liesBesideTheResults() throws IOException, InterruptedException {
        run(result -> assertThat(record().state()).isEqualTo(State.UNDER_WAY), "one");
        assertThat(record()).satisfies(record -> {
            assertThat(record.state()).isEqualTo(State.DONE);
            assertThat(record.question()).isEqualTo("?");
            assertThat(record.scale()).isEqualTo("quick");
            assertThat(record.machine()).isEqualTo(MachineInfo.here());
            assertThat(record.tools()).containsExactly(TOOL);
            assertThat(record.lines()).containsExactly("a line of 30 ms");
            assertThat(record.disturbed()).containsExactly("by a neighbour");
            assertThat(record.programs()).extracting(Program::name)
                    .contains("gridtorrent-bench run");
        });
    }

    @Test
    void theRecordOfAFailure_saysWhy_alsoWhereNothingWasFound()
            throws IOException, InterruptedException {
        assertThatThrownBy(() -> run(result -> {}, "fail")).hasMessage("the line broke");
        assertThat(record().failure()).isEqualTo("the line broke");
        run(result -> {}, "one");
        assertThatThrownBy(() -> run(result -> {}, "fail")).hasMessage("the line broke");
        assertThat(record().state()).as("of what is kept").isEqualTo(State.DONE);
        assertThat(record().triedAgain()).endsWith(": the line broke");
        run(result -> {}, "one");
        assertThat(record().triedAgain()).isNull();
        assertThatThrownBy(() -> run(result -> {}, "one", "fail")).hasMessage("the line broke");
        assertThat(record().state()).isEqualTo(State.FAILED);
    }

    @Test
    void aRecordThatIsDamaged_hidesNoFailure() throws IOException, InterruptedException {
        run(result -> {}, "one");
        Files.writeString(folder.resolve("example.record.json"), "{");
        assertThatThrownBy(() -> run(result -> {}, "fail")).hasMessage("the line broke");
        assertThat(kept()).hasSize(1);
    }

    @Test
    void aFolderThatCannotBe_isSaid() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        RecordedRun run = new RecordedRun(file, Testbed.EMULATED, result -> {});
        assertThatThrownBy(() -> run.of(example("one"), Experiment.Scale.QUICK,
                line -> {})).isInstanceOf(IOException.class).hasMessageContaining("file");
    }

    private List<Result> run(Consumer<Result> told, String... settings)
            throws IOException, InterruptedException {
        return new RecordedRun(folder, Testbed.EMULATED, told).of(example(settings),
                Experiment.Scale.QUICK, line -> {});
    }

    private RunRecord record() {
        try {
            return new RecordFile(folder, "example").read().orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<Result> kept() {
        try {
            return ResultFile.load(folder);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Finds these settings one after the other, and ends at the word "fail"; only what begins with "measured" is measured. */
    private static Experiment example(String... settings) {
        return Experiment.local("example", "?", run -> {
            run.progress().toolUsed(TOOL);
            run.progress().toolUsed(TOOL);
            run.progress().linkTraffic("a line of 30 ms");
            run.progress().noiseDetected("by a neighbour");
            for (String setting : settings) {
                if (setting.equals("fail")) {
                    throw new IOException("the line broke");
                }
                if (setting.startsWith("measured")) {
                    run.row(setting, Result.Metric.TIME, "a", Samples.of(1), "b", 2);
                } else {
                    run.skip(setting, "a", "b", "not asked");
                }
            }
        });
    }
}

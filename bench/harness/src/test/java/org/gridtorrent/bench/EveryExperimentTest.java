package org.gridtorrent.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultFile;
import org.gridtorrent.bench.run.RecordFile;
import org.gridtorrent.bench.run.RunRecord;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Experiments with little data, by their command: nothing is said of their figures. The build runs those whose
 * rounds no other test runs.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(600)
class EveryExperimentTest {
    private static final List<String> WITHOUT_OTHER_TESTS = List.of("ptcp-cost", "engine-loopback",
            "engine-wan", "swarm", "mdtp", "web-seeds", "private", "start-up", "engine-scale",
            "tracker",
            "gtf-best",
            "gtf-overhead");

    private static List<String> experiments() {
        return TestScale.isFull() ? Experiments.names() : WITHOUT_OTHER_TESTS;
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void endsWithResults_isRecordedAndReported(String name, @TempDir Path folder)
            throws Exception {
        succeeds("run", name, "--quick", "--out", folder.toString());
        assertThat(ResultFile.load(folder)).isNotEmpty().allSatisfy(result -> {
            assertThat(result.experiment()).isEqualTo(name);
            if (result instanceof Result.Measured measured) {
                assertThat(measured.value()).isFinite();
                assertThat(measured.peerValue()).isFinite();
            }
        });
        assertThat(new RecordFile(folder, name).read())
                .hasValueSatisfying(record -> assertThat(record.state())
                        .isEqualTo(RunRecord.State.DONE));
        succeeds("report", "--out", folder.toString());
        assertThat(Files.readString(folder.resolve("report.html"))).contains("id=\"" + name + "\"");
    }

    private static void succeeds(String... arguments) {
        var messages = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(new StringWriter()));
        line.setErr(new PrintWriter(messages, true));
        assertThat(line.execute(arguments)).as(() -> String.join(" ", arguments) + ": " + messages)
                .isZero();
    }
}

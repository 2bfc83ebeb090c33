package org.gridtorrent.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultLines;
import org.gridtorrent.bench.run.RecordFile;
import org.gridtorrent.bench.run.RunRecord;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Each experiment does all that it does, with little data: nothing is said of its figures. Those that
 * are not here have tests of their rounds of their own.
 */
@Timeout(120)
class EveryExperimentTest {
    @ParameterizedTest
    @ValueSource(strings = {"ptcp-cost", "engine-loopback", "engine-wan", "swarm", "clients",
        "engine-scale", "tracker", "gtf-3", "gtf-best", "gtf-overhead"})
    void endsWithResults_isRecordedAndReported(String name, @TempDir Path folder)
            throws Exception {
        assertThat(run("run", name, "--quick", "--out", folder.toString())).isZero();
        assertThat(ResultLines.load(folder)).isNotEmpty().allSatisfy(result -> {
            assertThat(result.experiment()).isEqualTo(name);
            if (result instanceof Result.Measured measured) {
                assertThat(measured.value()).isFinite();
                assertThat(measured.peerValue()).isFinite();
            }
        });
        assertThat(new RecordFile(folder, name).read())
                .hasValueSatisfying(record -> assertThat(record.state())
                        .isEqualTo(RunRecord.State.DONE));
        assertThat(run("report", "--out", folder.toString())).isZero();
        assertThat(Files.readString(folder.resolve("report.html"))).contains("id=\"" + name + "\"");
    }

    private static int run(String... arguments) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(new StringWriter()));
        line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        return line.execute(arguments);
    }
}

package org.gridtorrent.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void list_namesEveryExperiment() {
        assertThat(run("list")).isZero();
        assertThat(out.toString()).contains("ptcp-loopback", "ptcp-wan", "ptcp-cost", "hash",
                "engine-loopback", "engine-wan", "swarm", "tracker");
        assertThat(run("list", "--json")).isZero();
        assertThat(out.toString()).contains("{\"experiment\":\"hash\"");
    }

    @Test
    void run_ofAnUnknownExperiment_isWrongUsage() {
        assertThat(run("run", "nothing")).isEqualTo(2);
        assertThat(err.toString()).contains("no experiment 'nothing'");
        assertThat(run("run")).isEqualTo(2);
        assertThat(run("run", "hash", "--all")).isEqualTo(2);
        assertThat(run("run", "hash", "--brief", "--quick")).isEqualTo(2);
    }

    @Test
    void aWrongOption_isSaidInAFewLines() {
        assertThat(run("run", "hash", "--fast")).isEqualTo(2);
        assertThat(err.toString()).startsWith("gridtorrent-bench: Unknown option: '--fast'")
                .doesNotContain("Usage:").hasLineCount(2);
    }

    @Test
    void aMissingArgument_isSaid_withTheWayToHelp() {
        assertThat(run("run", "hash", "--out")).isEqualTo(2);
        assertThat(err.toString()).contains("--out", "Try: gridtorrent-bench run --help")
                .hasLineCount(2);
    }

    @Test
    void run_betweenHosts_saysWhatCanBeRunSo(@TempDir Path dir) {
        assertThat(run("run", "swarm", "--between", dir.resolve("hosts").toString()))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("between hosts there is no experiment 'swarm'; there are ptcp-wan,");
        assertThat(run("run", "ptcp-wan", "--between", dir.resolve("hosts").toString()))
                .isEqualTo(5);
        assertThat(err.toString()).contains("hosts");
    }

    @Test
    void run_ofSeveral_saysEachFailure_andRunsTheOthers(@TempDir Path dir) throws IOException {
        Files.createDirectory(dir.resolve("hash.jsonl"));
        Files.createFile(dir.resolve("hash.jsonl/in-the-way"));
        assertThat(run("run", "hash", "ptcp-loopback", "--quick", "--out", dir.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("1 of 2, hash", "2 of 2, ptcp-loopback",
                "1 of 2 experiments failed: hash: ", "hash.jsonl");
        assertThat(dir.resolve("ptcp-loopback.jsonl")).isNotEmptyFile();
        assertThat(out.toString()).contains("SocketChannel");
        assertThat(dir.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void run_ofSeveral_saysThatThereIsNoReport_besideWhatFailed(@TempDir Path dir)
            throws IOException {
        Files.createDirectory(dir.resolve("hash.jsonl"));
        Files.createFile(dir.resolve("hash.jsonl/in-the-way"));
        Files.writeString(dir.resolve("swarm.jsonl"), "damaged\n");
        assertThat(run("run", "hash", "ptcp-loopback", "--quick", "--out", dir.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("1 of 2 experiments failed: hash: ",
                "there is no report: ", "swarm.jsonl");
        assertThat(dir.resolve("ptcp-loopback.jsonl")).isNotEmptyFile();
    }

    @Test
    void linkUp_withAHostRateOfAnotherForm_saysTheForm() {
        assertThat(run("link", "up", "--host-rate", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("--host-rate").contains("2=100mbit")
                .doesNotContain("KEY=VALUE");
    }

    @Test
    void report_withoutResults_isNotFound(@TempDir Path dir) {
        assertThat(run("report", "--out", dir.toString())).isEqualTo(5);
        assertThat(run("report", "--out", dir.resolve("none").toString())).isEqualTo(5);
    }

    @Test
    void report_ofWhatIsDamaged_isBadInput(@TempDir Path dir) throws IOException {
        Path results = dir.resolve("hash.jsonl");
        Files.writeString(results, "{\"experiment\":");
        assertThat(run("report", "--out", dir.toString())).isEqualTo(3);
        assertThat(err.toString()).contains("line 1 of " + results + " is damaged: it ends too");
        Files.delete(results);
        Path record = dir.resolve("hash.record.json");
        for (String damaged : List.of("{\"scale\":\"full\"", "null", "{}", "[]")) {
            Files.writeString(record, damaged);
            assertThat(run("report", "--out", dir.toString())).isEqualTo(3);
            assertThat(err.toString()).contains(record + " is damaged: ")
                    .doesNotContain("REDACTED");
        }
    }

    @Test
    void report_againstOneWithoutExperiments_isBadInput(@TempDir Path dir) throws IOException {
        Path older = dir.resolve("older.json");
        Files.writeString(older, "{\"form\":\"gridtorrent-bench report 1\",\"experiments\":[]}");
        assertThat(run("report", "--out", dir.toString(), "--against", older.toString()))
                .isEqualTo(3);
        assertThat(err.toString()).contains(older + " is a report of no experiment");
    }

    @Test
    void run_thenReport_keepsAndShowsResults(@TempDir Path dir) {
        assertThat(run("run", "hash", "--quick", "--json", "--out", dir.toString())).isZero();
        assertThat(out.toString()).contains("\"better\":\"higher\"");
        assertThat(run("report", "--out", dir.toString())).isZero();
        assertThat(dir.resolve("hash.jsonl")).isNotEmptyFile();
        assertThat(dir.resolve("report.html")).isNotEmptyFile();
        assertThat(dir.resolve("report.json")).isNotEmptyFile();
        assertThat(dir.resolve("ptcp-loopback.jsonl")).doesNotExist();
    }

    private int run(String... arguments) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}

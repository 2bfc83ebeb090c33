package org.gridtorrent.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ToolUse;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultFile;
import org.gridtorrent.bench.result.ResultJson;
import org.gridtorrent.bench.run.RecordFile;
import org.gridtorrent.bench.run.RunRecorder;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final String HOSTILE = "<script>alert('a & \"b\"')</script>";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    /** What a run of ptcp-wan found. */
    @BeforeEach
    void putResults() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                ReportTest.class.getResourceAsStream("ptcp-wan.jsonl"))) {
            Files.copy(in, folder.resolve("ptcp-wan.jsonl"));
        }
    }

    @Test
    void theJson_hasAllResultsAsTheyAre_andGivesThemBack() throws IOException {
        Report report = Report.load(folder, List.of());
        report.write(folder, Optional.empty());
        assertThat(Report.read(folder.resolve("report.json")).results())
                .isEqualTo(report.results()).hasSize(9);
    }

    @Test
    void thePage_showsRows_curves_papers_andWherePeersAreAhead() throws IOException {
        keep("zzz", new Result.Measured("zzz", "a case", "ours", Result.Metric.CPU, 3, 0.1,
                "theirs", 2, 0));
        keep("zzz", new Result.Skipped("zzz", "a case", "ours", "FDT", "there is no jar"));
        String page = page();
        assertThat(page).contains("ours is not compared with FDT: there is no jar", "zzz", "1.50",
                "self-tuned, after 10 s, 16 streams", "118 Mb/s", "var(--curve-1)")
                .containsPattern("theirs.*?<td class=\"number bad\">1</td>");
        assertThat(Pattern.compile("<figure>").matcher(page).results()).hasSize(1);
    }

    @Test
    void thePage_needsNothingElse() throws IOException {
        assertThat(page()).doesNotContain("<script", "<link", "<img", "src=", "@import", "url(http")
                .doesNotContainPattern("href=\"[^#]");
    }

    @Test
    void escapesResults() throws IOException {
        keep("hostile", new Result.Measured(HOSTILE, HOSTILE + ": 1 stream", HOSTILE,
                new Result.Metric(HOSTILE, HOSTILE, Result.Better.HIGHER), 1, 0, HOSTILE, 2, 0));
        for (int streams : new int[]{2, 4, 8}) {
            keep("hostile", new Result.Measured(HOSTILE, HOSTILE + ": " + streams + " streams",
                    HOSTILE, new Result.Metric(HOSTILE, HOSTILE, Result.Better.HIGHER), 1, 0,
                    HOSTILE, 2, 0));
        }
        keep("hostile", new Result.Skipped(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE));
        assertThat(page()).contains("&lt;script&gt;alert(&#39;a &amp; &quot;b&quot;&#39;)")
                .doesNotContain("<script");
    }

    @Test
    void theRecord_isOnThePage_andInTheJson() throws IOException {
        try (RunRecorder run = new RunRecorder(named("ptcp-wan"), Scale.QUICK, "1.2.3",
                line -> {})) {
            run.toolUsed(new ToolUse("iperf3", "3.12", "iperf3 -P <16>"));
            run.linkTraffic("7 packets");
            new RecordFile(folder, "ptcp-wan").write(
                    run.failed("the line broke").triedAgain("on a Friday: no route"));
        }
        assertThat(page()).contains("iperf3 -P &lt;16&gt;", "7 packets", "1.2.3",
                "It failed: the line broke", "one quick round", "What is it?",
                "A later run found nothing, the results are older: ptcp-wan",
                "A later run found nothing, on a Friday: no route");
        assertThat(Files.readString(folder.resolve("report.json"))).contains("\"7 packets\"");
        Report read = Report.read(folder.resolve("report.json"));
        read.write(folder, Optional.empty());
        assertThat(Files.readString(folder.resolve("report.json"))).contains("\"7 packets\"");
    }

    @Test
    void anOlderReport_isComparedByRatios() throws IOException {
        Report older = written();
        change("\"value\":166.0", "\"value\":100.0");
        change("\"value\":672.0,", "\"value\":1672.0,");
        change("16 streams\",\"subject\":\"PTCP\",\"metric\":\"goodput\",\"value\":934.0",
                "32 streams\",\"subject\":\"PTCP\",\"metric\":\"goodput\",\"value\":930.0");
        keep("fresh", new Result.Measured("fresh", "a case", "ours", Result.Metric.CPU, 3, 0.1,
                "theirs", 2, 0));
        keep("fair", new Result.Measured("fair", "a case", "ours", Result.Metric.GOODPUT, 3, 0.1,
                Result.FAIR_SHARE, 2, 0));
        Report report = Report.load(folder, List.of());
        assertThat(report.since(older).lines()).hasSize(3).satisfies(lines -> {
            assertThat(lines.get(0)).startsWith("worse").contains(": 2 streams:", "was 1.01");
            assertThat(lines.get(1)).startsWith("better").contains(": 8 streams:");
            assertThat(lines.get(2)).startsWith("Of 9 rows that both have")
                    .contains("1 became better, 1 worse, 7 are equal",
                            "1 rows are new, 0 are gone");
        });
        report.write(folder, Optional.of(older));
        assertThat(Files.readString(folder.resolve("report.html"))).contains("1 became better");
    }

    @Test
    void anOlderReport_ofAnotherScaleOrMachine_isSaidToBe() throws IOException {
        Path file = folder.resolve("ptcp-wan.record.json");
        try (RunRecorder run = new RunRecorder(named("ptcp-wan"), Scale.QUICK, "1.2.3",
                line -> {})) {
            new RecordFile(folder, "ptcp-wan").write(run.done());
        }
        Report older = written();
        assertThat(Report.load(folder, List.of()).since(older)).doesNotContain("Then");
        Files.writeString(file, Files.readString(file).replace("\"quick\"", "\"full\"")
                .replaceFirst("\"kernel\" : \"[^\"]*\"", "\"kernel\" : \"Plan 9\""));
        Report report = Report.load(folder, List.of());
        assertThat(report.since(older)).contains(
                "Then of the scale quick, now full: ptcp-wan.", "Then on ", "Plan 9");
        report.write(folder, Optional.of(older));
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("the scale quick, now full");
    }

    @Test
    void aFileThatIsNoReport_isBadInput() throws IOException {
        Path file = folder.resolve("old.json");
        for (String notAReport : List.of("", "{", "[]", "{}", "{\"form\":\"x\"}",
                "{\"form\":\"gridtorrent-bench report 1\",\"experiments\":[{\"results\":[{}]}]}",
                "{\"form\":\"gridtorrent-bench report 1\",\"experiments\":[{\"record\":7}]}")) {
            Files.writeString(file, notAReport);
            assertBadInput(file);
        }
        Files.write(file, new byte[]{'"', (byte) 0xff, '"'});
        assertBadInput(file);
        assertThatThrownBy(() -> Report.read(folder.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
    }

    private static void assertBadInput(Path file) {
        assertThatThrownBy(() -> Report.read(file)).isInstanceOfSatisfying(CommandFailure.class,
                failure -> {
                    assertThat(failure.exitStatus()).isEqualTo(ExitStatus.BAD_INPUT);
                    assertThat(failure.line()).contains("old.json is no report").hasLineCount(1);
                });
    }

    private static Experiment named(String name) {
        return Experiment.local(name, "What is it?", run -> {});
    }

    private Report written() throws IOException {
        Report.load(folder, List.of()).write(folder, Optional.empty());
        return Report.read(folder.resolve("report.json"));
    }

    private String page() throws IOException {
        Report.load(folder, List.of("ptcp-wan")).write(folder, Optional.empty());
        return Files.readString(folder.resolve("report.html"));
    }

    private void change(String from, String to) throws IOException {
        Path file = folder.resolve("ptcp-wan.jsonl");
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }

    private void keep(String experiment, Result result) throws IOException {
        Path file = folder.resolve(experiment + ".jsonl");
        if (Files.exists(file)) {
            Files.writeString(file, Files.readString(file) + ResultJson.encode(result) + "\n");
        } else {
            new ResultFile(folder, experiment).add(result);
        }
    }
}

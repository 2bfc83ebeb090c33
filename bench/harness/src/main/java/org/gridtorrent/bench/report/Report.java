package org.gridtorrent.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.bench.report.figure.BarChart;
import org.gridtorrent.bench.report.figure.ChartRenderer;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultFile;
import org.gridtorrent.bench.run.RecordFile;
import org.gridtorrent.bench.run.RunRecord;
import org.gridtorrent.terminal.CommandFailure;

/** Report of kept results, as a page and as JSON. */
public final class Report {
    private final List<ReportSection> sections;

    private Report(List<ReportSection> sections) {
        this.sections = sections;
    }

    /**
     * Of what a folder keeps; {@link NoSuchFileException} if that is nothing.
     *
     * @param order of experiments; others come behind
     */
    public static Report load(Path folder, List<String> order) throws IOException {
        Map<String, List<Result>> results = new LinkedHashMap<>();
        order.forEach(name -> results.put(name, new ArrayList<>()));
        for (Result result : ResultFile.load(folder)) {
            results.computeIfAbsent(result.experiment(), name -> new ArrayList<>()).add(result);
        }
        List<ReportSection> sections = new ArrayList<>();
        for (Map.Entry<String, List<Result>> one : results.entrySet()) {
            Optional<RunRecord> record = new RecordFile(folder, one.getKey()).read();
            if (record.isPresent() || !one.getValue().isEmpty()) {
                sections.add(new ReportSection(one.getKey(), record, one.getValue()));
            }
        }
        if (sections.isEmpty()) {
            throw new NoSuchFileException(folder + "/*.jsonl");
        }
        return new Report(sections);
    }

    /** Reads an older report from its JSON. */
    public static Report read(Path file) throws IOException {
        return new Report(ReportJson.read(file));
    }

    public List<Result> results() {
        return sections.stream().flatMap(section -> section.results().stream()).toList();
    }

    /** Writes the page, which it returns, and the JSON beside it. */
    public Path write(Path folder, Optional<Report> older) throws IOException {
        Path page = folder.resolve("report.html");
        Files.writeString(page, ReportPage.of(sections, older.map(this::diff)));
        Files.writeString(folder.resolve("report.json"), ReportJson.encode(sections));
        return page;
    }

    /** Writes a bar chart of each case that has two peers or more, into a folder that may exist. */
    public void writeCharts(Path folder) throws IOException {
        Optional<String> missing = ChartRenderer.missing();
        if (missing.isPresent()) {
            throw CommandFailure.failed("no chart can be drawn: " + missing.get());
        }
        Files.createDirectories(folder);
        for (ReportSection section : sections) {
            for (BarChart chart : BarChart.of(section.measured())) {
                Files.writeString(folder.resolve(chart.fileName()), ChartRenderer.svgFile(chart));
            }
        }
    }

    /** Text of what became better or worse since an older report. */
    public String since(Report older) {
        return diff(older).text();
    }

    private ReportDiff diff(Report older) {
        return ReportDiff.between(older.sections, sections);
    }
}

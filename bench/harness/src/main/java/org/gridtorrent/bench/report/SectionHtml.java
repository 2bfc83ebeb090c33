package org.gridtorrent.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.bench.report.Html.Element;
import org.gridtorrent.bench.report.figure.Chart;
import org.gridtorrent.bench.report.figure.ChartFinder;
import org.gridtorrent.bench.report.figure.ChartRenderer;
import org.gridtorrent.bench.run.RunRecord;

/** HTML of an experiment's section: question, figures, the papers' numbers, rows and record. */
final class SectionHtml {
    private SectionHtml() {}

    static Element of(ReportSection section) {
        Element part = Html.card(section.experiment(), section.experiment(),
                Html.of("p", section.question()).with("class", "question"));
        section.record().ifPresent(record -> warnings(part, record));
        List<Chart> charts = ChartFinder.of(section.measured());
        if (!charts.isEmpty()) {
            part.add(figures(charts, section.published()));
        }
        if (!section.published().isEmpty()) {
            part.add(published(section));
        }
        part.add(section.results().isEmpty()
                ? Html.of("p", "It found nothing.")
                : ResultRows.table(section.results(), false));
        section.record().ifPresent(record -> part.add(record(record)));
        return part;
    }

    /** Warns that results are not whole, or not of the last run, and why. */
    private static void warnings(Element part, RunRecord record) {
        switch (record.state()) {
            case DONE -> {
            }
            case UNDER_WAY -> part.add(Html.notice("warn", "Broken off, or still under way."));
            case FAILED -> part.add(Html.notice("bad", "It failed: " + record.failure()));
        }
        if (record.triedAgain() != null) {
            part.add(Html.notice("bad", "These are results of " + record.begun()
                    + ". A later run found nothing, " + record.triedAgain()));
        }
    }

    private static Element figures(List<Chart> charts, List<PublishedFigure> published) {
        Optional<String> missing = ChartRenderer.missing();
        if (missing.isPresent()) {
            return Html.notice("warn", "No figure could be drawn: " + missing.get());
        }
        Element all = Html.of("div").with("class", "figures");
        charts.forEach(chart -> all.add(figure(withPublished(chart, published))));
        return all;
    }

    private static Chart withPublished(Chart chart, List<PublishedFigure> published) {
        Chart whole = chart;
        for (PublishedFigure figure : published) {
            for (PublishedFigure.Point point : figure.places()) {
                if (point.over().equals(chart.x()) && figure.unit().equals(chart.unit())) {
                    whole = whole.with("the paper: " + point.name(), point.at(), figure.from());
                }
            }
        }
        return whole;
    }

    private static Element figure(Chart chart) {
        Element legend = Html.of("ul").with("class", "legend");
        for (int i = 0; i < chart.curves().size(); i++) {
            legend.add(Html.of("li", Html.of("span",
                    ChartRenderer.MARKS.get(i % ChartRenderer.MARKS.size())).with("class",
                            "mark curve-" + (i % ChartRenderer.COLOURS + 1)),
                    Html.text(" " + chart.curves().get(i).name())));
        }
        String title = chart.title().isEmpty() ? "" : chart.title() + ": ";
        return Html.of("figure", new Html.Drawn(ChartRenderer.svg(chart)), legend,
                Html.of("figcaption", title + chart.y() + " over " + chart.x()));
    }

    /** Table of the papers' numbers beside the same numbers here. */
    private static Element published(ReportSection section) {
        List<Element> rows = new ArrayList<>();
        for (PublishedFigure figure : section.published()) {
            Optional<PublishedFigure.Found> found = figure.found(section.measured());
            rows.add(Html.of("tr", Html.of("td", figure.what()),
                    Html.of("td", Html.text(figure.range()), small(figure.source())),
                    found.map(one -> Html.of("td",
                            Html.text(ResultRows.text(one.value()) + " " + figure.unit()),
                            small(one.setting())))
                            .orElseGet(() -> Html.of("td",
                                    figure.rows() == null ? "–" : "not measured")),
                    found.map(one -> figure.agrees(one.value())
                            ? ResultRows.tag("same", "agrees")
                            : ResultRows.tag("warn", "differs")).orElseGet(() -> Html.of("td")),
                    Html.of("td", figure.note())));
        }
        return Html.of("div", Html.of("h3", "The papers' numbers"),
                Html.table(Html.row("th", "", "the paper", "here", "", "why"), rows)
                        .with("class", "wide-table papers"));
    }

    private static Element small(String text) {
        return Html.of("div", text).with("class", "small");
    }

    /** Record of the run, folded. */
    private static Element record(RunRecord record) {
        Element facts = Html.of("dl").with("class", "facts");
        fact(facts, "begun", record.begun() + String.format(Locale.ROOT,
                ", took %.0f s, scale %s", record.seconds(), record.scale()));
        fact(facts, "program", "gridtorrent-bench " + record.version());
        fact(facts, "machine", record.machine().describe());
        fact(facts, "processors", String.format(Locale.ROOT,
                "%.1f s taken by all that took part; %.1f %% of all time went to other machines",
                record.cpuSeconds(), 100 * record.stolenShare()));
        Element part = Html.of("details", Html.of("summary",
                "How it was measured: machine, programs, calls"), facts);
        if (!record.tools().isEmpty()) {
            part.add(Html.of("h3", "Other programs"),
                    Html.table(Html.row("th", "program", "version", "call"),
                            record.tools().stream().map(tool -> Html
                                    .row("td", tool.tool(), tool.version())
                                    .add(Html.of("td", Html.of("code", tool.call())))).toList()));
        }
        part.add(Html.of("h3", "Processes"), Html.table(
                Html.row("th", "program", "processes", "processor time, s",
                        "most memory of one, MiB"),
                record.programs().stream().map(program -> Html.row("td", program.name()).add(
                        Html.number(Integer.toString(program.processes())),
                        Html.number(String.format(Locale.ROOT, "%.1f", program.cpuSeconds())),
                        Html.number(String.format(Locale.ROOT, "%,.0f",
                                program.mostResidentMebibytes()))))
                        .toList()));
        list(part, "Lines", record.lines());
        list(part, "Disturbed, and counted all the same", record.disturbed());
        return part;
    }

    private static void fact(Element facts, String name, String value) {
        facts.add(Html.of("dt", name), Html.of("dd", value));
    }

    private static void list(Element part, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            part.add(Html.of("h3", title), Html.list(lines));
        }
    }
}

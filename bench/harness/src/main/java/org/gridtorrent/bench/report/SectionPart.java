package org.gridtorrent.bench.report;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.report.Html.Element;
import org.gridtorrent.bench.report.figure.Chart;
import org.gridtorrent.bench.report.figure.ChartFinder;
import org.gridtorrent.bench.report.figure.ChartRenderer;

/** An experiment as a part of the page: its question, figures, papers, rows and record. */
final class SectionPart {
    private SectionPart() {}

    static Element of(ReportSection section) throws IOException {
        Element part = ReportPage.card(section.experiment(), section.experiment(),
                Html.of("p", section.question()).with("class", "question"));
        section.record().map(RecordPart::warnings).ifPresent(all -> all.forEach(part::add));
        figures(section).ifPresent(part::add);
        List<PublishedFigure> facts = section.facts();
        if (!facts.isEmpty()) {
            part.add(PaperPart.of(facts, section));
        }
        part.add(section.results().isEmpty()
                ? Html.of("p", "It found nothing.")
                : ReportPage.wide(ResultRows.table(section.results(), false)));
        section.record().ifPresent(record -> part.add(RecordPart.of(record)));
        return part;
    }

    private static Optional<Element> figures(ReportSection section) {
        List<Chart> figures = ChartFinder.of(section.measured());
        if (figures.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> missing = ChartRenderer.missing();
        if (missing.isPresent()) {
            return Optional.of(Html.of("p", "No figure could be drawn: " + missing.get())
                    .with("class", "notice warn"));
        }
        Element all = Html.of("div").with("class", "figures");
        List<PublishedFigure> facts = section.facts();
        figures.forEach(figure -> all.add(figure(withPapers(figure, facts))));
        return Optional.of(all);
    }

    /** With the points that a paper says. */
    private static Chart withPapers(Chart figure, List<PublishedFigure> facts) {
        Chart whole = figure;
        for (PublishedFigure fact : facts) {
            for (PublishedFigure.Point point : fact.places()) {
                if (point.over().equals(figure.x()) && fact.unit().equals(figure.unit())) {
                    whole = whole.with("the paper: " + point.name(), point.at(), fact.from());
                }
            }
        }
        return whole;
    }

    private static Element figure(Chart figure) {
        Element legend = Html.of("ul").with("class", "legend");
        for (int i = 0; i < figure.curves().size(); i++) {
            legend.add(Html.of("li",
                    Html.of("span", ChartRenderer.MARKS.get(i % ChartRenderer.MARKS.size())).with(
                            "class",
                            "mark curve-" + (i % ChartRenderer.COLOURS + 1)),
                    Html.text(" " + figure.curves().get(i).name())));
        }
        String title = figure.title().isEmpty() ? "" : figure.title() + ": ";
        return Html.of("figure", new Html.Drawn(ChartRenderer.svg(figure)), legend,
                Html.of("figcaption", title + figure.y() + " over " + figure.x()));
    }
}

package org.gridtorrent.bench.report;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.report.Html.Element;

/** What the papers published of an experiment, beside what was found here. */
final class PaperPart {
    private PaperPart() {}

    static Element of(List<PublishedFigure> facts, ReportSection section) {
        Element table = Html.of("table", Html.of("thead", ReportPage.row("th", "", "the paper",
                "here", "", "why")));
        Element body = Html.of("tbody");
        for (PublishedFigure fact : facts) {
            Optional<PublishedFigure.Found> found = fact.found(section.measured());
            body.add(Html.of("tr", Html.of("td", fact.what()),
                    Html.of("td", Html.text(range(fact)),
                            Html.of("div", fact.source()).with("class", "small")),
                    here(found, fact), verdict(found, fact), Html.of("td", fact.why())));
        }
        return Html.of("div", Html.of("h3", "The papers' numbers"),
                ReportPage.wide(table.add(body).with("class", "papers")));
    }

    private static String range(PublishedFigure fact) {
        String least = ResultRows.text(fact.from());
        return (fact.from() == fact.to() ? least : least + " to " + ResultRows.text(fact.to()))
                + " " + fact.unit();
    }

    private static Element here(Optional<PublishedFigure.Found> found, PublishedFigure fact) {
        return found.map(one -> Html.of("td",
                Html.text(ResultRows.text(one.value()) + " " + fact.unit()),
                Html.of("div", one.setting()).with("class", "small")))
                .orElseGet(() -> Html.of("td", fact.here() == null ? "–" : "not measured"));
    }

    private static Element verdict(Optional<PublishedFigure.Found> found, PublishedFigure fact) {
        return found.map(one -> fact.agrees(one.value())
                ? Html.of("td", Html.of("span", "agrees").with("class", "tag same"))
                : Html.of("td", Html.of("span", "differs").with("class", "tag warn")))
                .orElseGet(() -> Html.of("td"));
    }
}

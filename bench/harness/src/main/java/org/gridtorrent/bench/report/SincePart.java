package org.gridtorrent.bench.report;

import java.util.List;
import java.util.Locale;
import org.gridtorrent.bench.report.Html.Element;
import org.gridtorrent.bench.report.RowChange.Since;

/** What changed since an older report, as a part of the page and as text. */
final class SincePart {
    private SincePart() {}

    static Element of(Since since) {
        Element table = Html.of("table", Html.of("thead", ReportPage.row("th", "experiment", "case",
                "metric", "peer", "ratio then", "now", "now ÷ then", "")));
        Element body = Html.of("tbody");
        for (RowChange change : since.changes()) {
            if (change.verdict() != Verdict.EQUAL) {
                body.add(ReportPage.row("td", change.now().experiment(), change.now().setting(),
                        change.now().metric().name(), change.now().peer(),
                        ResultRows.ratio(change.then().ratio()),
                        ResultRows.ratio(change.now().ratio()),
                        ResultRows.ratio(change.ratio()))
                        .add(ResultRows.tag(change.verdict())));
            }
        }
        Element card = ReportPage.card("since", "Since the older report",
                Html.of("p", words(since)));
        since.unlike().forEach(
                sentence -> card.add(Html.of("p", sentence).with("class", "notice warn")));
        return card.add(ReportPage.wide(table.add(body)));
    }

    /** In a sentence. */
    static String words(Since since) {
        return String.format(Locale.ROOT, "Of %d rows that both have, by their ratio to the peer,"
                + " %d became better, %d worse, %d are equal (within 5 %%, or the largest spread of"
                + " them). %d rows are new, %d are gone.", since.changes().size(),
                since.count(Verdict.BETTER), since.count(Verdict.WORSE),
                since.count(Verdict.EQUAL), since.fresh().size(), since.gone().size());
    }

    /** A line for each row that is not equal, and the sentence. */
    static String text(Since since) {
        StringBuilder text = new StringBuilder();
        List<RowChange> changes = since.changes().stream()
                .filter(change -> change.verdict() != Verdict.EQUAL).toList();
        for (RowChange change : changes) {
            text.append(String.format(Locale.ROOT,
                    "%-6s  %s, %s: %s, %s beside %s: ratio %s, was %s (%s is better)%n",
                    change.verdict().word(), change.now().experiment(), change.now().setting(),
                    change.now().metric().name(), change.now().subject(), change.now().peer(),
                    ResultRows.ratio(change.now().ratio()),
                    ResultRows.ratio(change.then().ratio()),
                    change.now().metric().better().name().toLowerCase(Locale.ROOT)));
        }
        text.append(words(since)).append(System.lineSeparator());
        since.unlike().forEach(
                sentence -> text.append(sentence).append(System.lineSeparator()));
        return text.toString();
    }
}

package org.gridtorrent.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.report.Html.Element;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.run.RunRecord;

/** HTML page of a report. It needs nothing else: no address outside of it and no script. */
final class ReportPage {
    private ReportPage() {}

    /** @param diff what changed, if it stands beside an older report */
    static String of(List<ReportSection> sections, Optional<ReportDiff> diff) throws IOException {
        Element main = Html.of("main");
        warnings(sections).forEach(main::add);
        main.add(summary(sections), machines(sections));
        diff.ifPresent(one -> main.add(changes(one)));
        main.add(contents(sections));
        for (ReportSection section : sections) {
            main.add(SectionHtml.of(section));
        }
        Element header = Html.of("header", Html.of("h1", "What was measured"), Html.of("p",
                "Each subject stands beside its peer, measured by turns in the same run; values are"
                        + " medians.")
                .with("class", "lead"));
        Element head = Html.of("head", Html.of("meta").with("charset", "utf-8"),
                Html.of("title", "gridtorrent-bench: what was measured"),
                Html.of("meta").with("name", "viewport").with("content",
                        "width=device-width, initial-scale=1"),
                Html.of("style", new Html.Style(Tool.text(ReportPage.class, "report.css"))));
        StringBuilder page = new StringBuilder("<!doctype html>\n");
        Html.of("html", head, Html.of("body", header, main)).with("lang", "en").write(page);
        return page.append('\n').toString();
    }

    /** Warnings that the reader needs before any figure. */
    private static List<Html> warnings(List<ReportSection> sections) {
        List<Html> warnings = new ArrayList<>();
        warn(warnings, sections, record -> record.scale().equals("quick"),
                "Of one quick round, which shows that it works and is nothing to rely on: %s.");
        warn(warnings, sections, record -> record.state() != RunRecord.State.DONE,
                "Not run to the end: %s.");
        warn(warnings, sections, record -> record.triedAgain() != null,
                "A later run found nothing, the results are older: %s.");
        warn(warnings, sections, record -> !record.disturbed().isEmpty(),
                "Others took much of the processors' time in: %s. Each says below when, and who.");
        return warnings;
    }

    private static void warn(List<Html> warnings, List<ReportSection> sections,
            Predicate<RunRecord> condition, String text) {
        String names = sections.stream()
                .filter(section -> section.record().filter(condition).isPresent())
                .map(ReportSection::experiment).distinct().collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            warnings.add(Html.notice("warn", text.formatted(names)));
        }
    }

    private static Element summary(List<ReportSection> sections) {
        Element head = Html.of("tr", Html.of("th", "beside"));
        for (String name : List.of("better", "equal", "worse", "not compared")) {
            head.add(Html.of("th", name).with("class", "number"));
        }
        List<Measured> behind = sections.stream().flatMap(one -> one.measured().stream())
                .filter(one -> PeerScore.counts(one) && Verdict.of(one) == Verdict.WORSE)
                .toList();
        return Html.card("summary", "Better, equal, worse",
                Html.of("p", "Equal is what is within 5 % of the peer, or within the spread of"
                        + " either one's rounds; what was measured once has none (–), and may differ by chance. “The aim” is no program, but what was aimed at, and"
                        + " is reached or not. What papers found, bounds, other settings and"
                        + " other parts of ours are told below and not counted here."),
                Html.table(head, PeerScore.of(sections).stream().map(one -> Html.of("tr",
                        Html.of("th", one.peer()).with("scope", "row"),
                        count(one.better(), "good"), count(one.equal(), ""),
                        count(one.worse(), "bad"), count(one.skipped(), "warn"))).toList()),
                Html.of("h3", "Where a peer is ahead"),
                behind.isEmpty()
                        ? Html.of("p", "Nowhere, in what was run.")
                        : ResultRows.table(behind, true));
    }

    private static Element count(int count, String kind) {
        return Html.of("td", count == 0 ? "–" : Integer.toString(count)).with("class",
                count == 0 ? "number none" : "number " + kind);
    }

    private static Element machines(List<ReportSection> sections) {
        List<RunRecord> records = sections.stream().flatMap(one -> one.record().stream()).toList();
        return Html.card("machine", "Where", records.isEmpty()
                ? Html.of("p", "No run was recorded.")
                : Html.list(records.stream().map(one -> one.machine().describe()).distinct()
                        .toList()),
                Html.of("p", String.format(Locale.ROOT,
                        "%d experiments, %.0f minutes of running.", sections.size(),
                        records.stream().mapToDouble(RunRecord::seconds).sum() / 60)));
    }

    private static Element changes(ReportDiff diff) {
        Element card = Html.card("since", "Since the older report",
                Html.of("p", diff.describe()));
        diff.environmentDifferences().forEach(sentence -> card.add(Html.notice("warn", sentence)));
        return card.add(Html.table(Html.row("th", "experiment", "case", "metric", "peer",
                "ratio then", "now", "now ÷ then", ""),
                diff.different().map(change -> Html.row("td", change.now().experiment(),
                        change.now().setting(), change.now().metric().name(), change.now().peer(),
                        change.then().ratioText(), change.now().ratioText(),
                        Measured.text(change.ratio()))
                        .add(ResultRows.tag(change.verdict()))).toList()));
    }

    private static Element contents(List<ReportSection> sections) {
        Element list = Html.of("ul");
        for (ReportSection section : sections) {
            list.add(Html.of("li", Html.of("a", section.experiment()).with("href",
                    "#" + section.experiment()), Html.text(" " + section.question())));
        }
        return Html.of("nav", Html.of("h2", "Experiments"), list).with("class", "card")
                .with("aria-label", "Experiments");
    }
}

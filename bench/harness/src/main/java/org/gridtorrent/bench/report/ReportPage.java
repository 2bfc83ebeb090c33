package org.gridtorrent.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gridtorrent.bench.report.Html.Element;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.run.MachineInfo;
import org.gridtorrent.bench.run.RunRecord;

/** A report as one page that needs nothing else: no address outside of it and no script. */
final class ReportPage {
    private ReportPage() {}

    /** @param since what changed, if it stands beside an older report */
    static String of(List<ReportSection> sections, Optional<RowChange.Since> since)
            throws IOException {
        Element body = Html.of("body", Html.of("header", Html.of("h1", "What was measured"),
                Html.of("p",
                        "Each subject stands beside its peer, measured by turns in the same run;"
                                + " values are medians.")
                        .with("class", "lead")));
        Element main = Html.of("main");
        warnings(sections).forEach(main::add);
        main.add(summary(sections), machines(sections));
        since.ifPresent(changes -> main.add(SincePart.of(changes)));
        main.add(contents(sections));
        for (ReportSection section : sections) {
            main.add(SectionPart.of(section));
        }
        body.add(main);
        Element head = Html.of("head", Html.of("meta").with("charset", "utf-8"),
                Html.of("title", "gridtorrent-bench: what was measured"),
                Html.of("meta").with("name", "viewport").with("content",
                        "width=device-width, initial-scale=1"),
                Html.of("style", new Html.Style(resource("report.css"))));
        StringBuilder page = new StringBuilder("<!doctype html>\n");
        Html.of("html", head, body).with("lang", "en").write(page);
        return page.append('\n').toString();
    }

    /** What a reader is to know before any figure. */
    private static List<Html> warnings(List<ReportSection> sections) {
        List<Html> warnings = new ArrayList<>();
        Set<String> quick = named(sections, record -> record.scale().equals("quick"));
        if (!quick.isEmpty()) {
            warnings.add(
                    notice("Of one quick round, which shows that it works and is nothing to rely"
                            + " on: " + String.join(", ", quick) + "."));
        }
        Set<String> broken = named(sections, record -> record.state() != RunRecord.State.DONE);
        if (!broken.isEmpty()) {
            warnings.add(notice("Not run to the end: " + String.join(", ", broken) + "."));
        }
        Set<String> older = named(sections, record -> record.triedAgain() != null);
        if (!older.isEmpty()) {
            warnings.add(notice("A later run found nothing, the results are older: "
                    + String.join(", ", older) + "."));
        }
        Set<String> disturbed = named(sections, record -> !record.disturbed().isEmpty());
        if (!disturbed.isEmpty()) {
            warnings.add(notice("Others took much of the processors' time in: "
                    + String.join(", ", disturbed) + ". Each says below when, and who."));
        }
        return warnings;
    }

    private interface OfRecord {
        boolean holds(RunRecord record);
    }

    private static Set<String> named(List<ReportSection> sections, OfRecord what) {
        return sections.stream().filter(section -> section.record().filter(what::holds).isPresent())
                .map(ReportSection::experiment)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Element notice(String text) {
        return Html.of("p", text).with("class", "notice warn");
    }

    private static Element summary(List<ReportSection> sections) {
        List<PeerScore> standings = PeerScore.of(sections);
        Element head = Html.of("tr", Html.of("th", "beside"));
        for (String name : List.of("better", "equal", "worse", "not compared")) {
            head.add(Html.of("th", name).with("class", "number"));
        }
        Element table = Html.of("table", Html.of("thead", head));
        for (PeerScore one : standings) {
            table.add(Html.of("tr", Html.of("th", one.peer()).with("scope", "row"),
                    count(one.better(), "good"), count(one.equal(), ""),
                    count(one.worse(), "bad"), count(one.skipped(), "warn")));
        }
        List<Measured> behind = sections.stream().flatMap(one -> one.measured().stream())
                .filter(one -> PeerScore.counts(one) && Verdict.of(one) == Verdict.WORSE)
                .toList();
        return card("summary", "Better, equal, worse",
                Html.of("p", "Equal is what is within 5 % of the peer, or within the spread of"
                        + " either one's rounds; what was measured once has none (–), and may differ by chance. “The aim” is no program, but what was aimed at, and"
                        + " is reached or not. What papers found, bounds, other settings and"
                        + " other parts of ours are told below and not counted here."),
                wide(table), Html.of("h3", "Where a peer is ahead"),
                behind.isEmpty()
                        ? Html.of("p", "Nowhere, in what was run.")
                        : wide(ResultRows.table(behind, true)));
    }

    private static Element count(int count, String kind) {
        return Html.of("td", count == 0 ? "–" : Integer.toString(count)).with("class",
                count == 0 ? "number none" : "number " + kind);
    }

    private static Element machines(List<ReportSection> sections) {
        Set<String> machines = sections.stream().flatMap(one -> one.record().stream())
                .map(RunRecord::machine).map(MachineInfo::describe)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Element list = Html.of("ul");
        machines.forEach(words -> list.add(Html.of("li", words)));
        double seconds = sections.stream().flatMap(one -> one.record().stream())
                .mapToDouble(RunRecord::seconds).sum();
        return card("machine", "Where", machines.isEmpty()
                ? Html.of("p", "No run was recorded.")
                : list,
                Html.of("p", String.format(Locale.ROOT,
                        "%d experiments, %.0f minutes of running.", sections.size(),
                        seconds / 60)));
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

    static Element card(String id, String title, Html... children) {
        return Html.of("section", Html.of("h2", title)).add(children).with("class", "card")
                .with("id", id);
    }

    static Element row(String kind, String... cells) {
        Element row = Html.of("tr");
        for (String cell : cells) {
            row.add(Html.of(kind, cell));
        }
        return row;
    }

    /** It scrolls by itself, not the page. */
    static Element wide(Element table) {
        return Html.of("div", table).with("class", "wide-table").with("tabindex", "0");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ReportPage.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

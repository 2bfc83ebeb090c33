package org.gridtorrent.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.bench.experiment.ToolUse;
import org.gridtorrent.bench.report.Html.Element;
import org.gridtorrent.bench.run.RunRecord;
import org.gridtorrent.bench.run.RunRecord.Program;

/** How an experiment's results came about, folded. */
final class RecordPart {
    private RecordPart() {}

    /** That it is not whole, or not of the last run, and why. */
    static List<Html> warnings(RunRecord record) {
        List<Html> warnings = new ArrayList<>();
        unfinished(record).ifPresent(warnings::add);
        if (record.triedAgain() != null) {
            warnings.add(Html.of("p", "These are results of " + record.begun()
                    + ". A later run found nothing, " + record.triedAgain())
                    .with("class", "notice bad"));
        }
        return warnings;
    }

    private static Optional<Html> unfinished(RunRecord record) {
        return switch (record.state()) {
            case DONE -> Optional.empty();
            case UNDER_WAY -> Optional.of(Html.of("p", "Broken off, or still under way.")
                    .with("class", "notice warn"));
            case FAILED -> Optional.of(Html.of("p", "It failed: " + record.failure())
                    .with("class", "notice bad"));
        };
    }

    static Element of(RunRecord record) {
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
            part.add(Html.of("h3", "Other programs"), ReportPage.wide(tools(record.tools())));
        }
        part.add(Html.of("h3", "Processes"), ReportPage.wide(programs(record.programs())));
        list(part, "Lines", record.lines());
        list(part, "Disturbed, and counted all the same", record.disturbed());
        return part;
    }

    private static void fact(Element facts, String name, String value) {
        facts.add(Html.of("dt", name), Html.of("dd", value));
    }

    private static Element tools(List<ToolUse> tools) {
        Element table = Html.of("table", ReportPage.row("th", "program", "version", "call"));
        for (ToolUse tool : tools) {
            table.add(Html.of("tr", Html.of("td", tool.tool()), Html.of("td", tool.version()),
                    Html.of("td", Html.of("code", tool.call()))));
        }
        return table;
    }

    private static Element programs(List<Program> programs) {
        Element table = Html.of("table", ReportPage.row("th", "program", "processes",
                "processor time, s", "most memory of one, MiB"));
        for (Program program : programs) {
            table.add(Html.of("tr", Html.of("td", program.name()),
                    number(Integer.toString(program.processes())),
                    number(String.format(Locale.ROOT, "%.1f", program.cpuSeconds())),
                    number(String.format(Locale.ROOT, "%,.0f",
                            program.mostResidentMebibytes()))));
        }
        return table;
    }

    private static Element number(String text) {
        return Html.of("td", text).with("class", "number");
    }

    private static void list(Element part, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            Element list = Html.of("ul");
            lines.forEach(line -> list.add(Html.of("li", line)));
            part.add(Html.of("h3", title), list);
        }
    }
}

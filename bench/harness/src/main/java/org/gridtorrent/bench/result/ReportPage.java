package org.gridtorrent.bench.result;

import java.util.List;
import java.util.Locale;

/** Results as one HTML page that needs nothing else: a bar for each subject and its peer. */
public final class ReportPage {
    private static final String HEAD = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>gridtorrent-bench</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
            table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3rem .6rem;
            border-bottom: 1px solid #ddd; vertical-align: top; }
            .bar { height: .7rem; background: #1c6ea4; } .peer { background: #bbb; }
            </style></head><body><h1>gridtorrent-bench</h1>
            <p>Each subject beside its peer, measured by turns in the same run; medians.</p>
            <table><tr><th>experiment</th><th>case</th><th>metric</th><th>subject and peer</th><th>ratio</th></tr>
            """;

    private ReportPage() {}

    public static String of(List<Result> results) {
        StringBuilder page = new StringBuilder(HEAD);
        for (Result result : results) {
            page.append("<tr><td>").append(escape(result.experiment()))
                    .append("</td><td>").append(escape(result.setting())).append("</td>");
            switch (result) {
                case Result.Measured measured -> append(page, measured);
                case Result.Skipped skipped -> page.append("<td colspan=\"3\">")
                        .append(escape(skipped.subject() + " skipped: " + skipped.reason()))
                        .append("</td>");
            }
            page.append("</tr>\n");
        }
        return page.append("</table></body></html>\n").toString();
    }

    private static void append(StringBuilder page, Result.Measured measured) {
        double most = Math.max(measured.value(), measured.peerValue());
        page.append("<td>").append(escape(measured.metric().name())).append(", ")
                .append(escape(measured.metric().unit())).append("<br>")
                .append(measured.metric().better() == Result.Better.HIGHER ? "higher" : "lower")
                .append(" is better</td><td>");
        bar(page, "bar", measured.subject(), measured.value(), most);
        bar(page, "bar peer", measured.peer(), measured.peerValue(), most);
        page.append("</td><td>")
                .append(measured.ratioText()).append("</td>");
    }

    private static void bar(
            StringBuilder page, String kind, String name, double value, double most) {
        page.append(String.format(Locale.ROOT,
                "%s: %.4g<div class=\"%s\" style=\"width:%.1f%%\"></div>",
                escape(name), value, kind, most == 0 ? 0 : 100 * value / most));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}

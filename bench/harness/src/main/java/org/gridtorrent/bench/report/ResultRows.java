package org.gridtorrent.bench.report;

import java.util.List;
import java.util.Locale;
import org.gridtorrent.bench.report.Html.Element;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Measured;

/** Results as rows of a table. */
final class ResultRows {
    private ResultRows() {}

    /** @param of which experiment each row is said, with the way to it */
    static Element table(List<? extends Result> results, boolean of) {
        Element head = Html.of("tr");
        if (of) {
            head.add(Html.of("th", "experiment"));
        }
        for (String name : List.of("case", "metric")) {
            head.add(Html.of("th", name));
        }
        head.add(Html.of("th", "ratio").with("class", "number"), Html.of("th"),
                Html.of("th", "subject"), Html.of("th", "median").with("class", "number"),
                Html.of("th", "spread").with("class", "number"), Html.of("th", "peer"),
                Html.of("th", "median").with("class", "number"),
                Html.of("th", "spread").with("class", "number"));
        Element table = Html.of("table", Html.of("thead", head));
        Element body = Html.of("tbody");
        for (Result result : results) {
            Element row = Html.of("tr");
            if (of) {
                row.add(Html.of("td", Html.of("a", result.experiment()).with("href",
                        "#" + result.experiment())));
            }
            row.add(Html.of("td", result.setting()));
            body.add(switch (result) {
                case Measured measured -> measured(row, measured);
                case Result.Skipped skipped -> row.add(Html.of("td",
                        skipped.subject() + " is not compared with " + skipped.peer() + ": "
                                + skipped.reason())
                        .with("colspan", "9").with("class", "skipped"));
            });
        }
        return table.add(body);
    }

    private static Element measured(Element row, Measured measured) {
        Verdict verdict = Verdict.of(measured);
        return row.add(
                Html.of("td", measured.metric().name() + ", " + measured.metric().unit() + ", "
                        + measured.metric().better().name().toLowerCase(Locale.ROOT)
                        + " is better"),
                Html.of("td", ratio(measured.ratio())).with("class", "number"),
                measured.peer().equals(Result.FAIR_SHARE) ? Html.of("td") : tag(verdict),
                Html.of("td", measured.subject()), number(measured.value()),
                spread(measured.spread()), Html.of("td", measured.peer()),
                number(measured.peerValue()), spread(measured.peerSpread()));
    }

    /** None where it was measured once, or alike each time. */
    private static Element spread(double spread) {
        String words = spread == 0 ? "–" : String.format(Locale.ROOT, "%.0f %%", 100 * spread);
        return Html.of("td", words).with("class",
                "number");
    }

    static String ratio(double ratio) {
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : "–";
    }

    static Element tag(Verdict verdict) {
        String kind = switch (verdict) {
            case BETTER -> "good";
            case EQUAL -> "same";
            case WORSE -> "bad";
        };
        return Html.of("td", Html.of("span", verdict.word()).with("class", "tag " + kind));
    }

    private static Element number(double value) {
        return Html.of("td", text(value)).with("class", "number");
    }

    /** Four digits, which is more than any of it is exact to. */
    static String text(double value) {
        double size = Math.abs(value);
        int decimals = size >= 1000 || size == Math.rint(size)
                ? 0
                : size >= 100 ? 1 : size >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}

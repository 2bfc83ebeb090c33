package org.gridtorrent.bench.report;

import java.util.List;
import java.util.Locale;
import org.gridtorrent.bench.report.Html.Element;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Measured;

/** Table rows of results, as HTML. */
final class ResultRows {
    private ResultRows() {}

    /** @param linked whether each row names its experiment, with a link to it */
    static Element table(List<? extends Result> results, boolean linked) {
        Element head = linked ? Html.row("th", "experiment") : Html.of("tr");
        for (String name : List.of("case", "metric")) {
            head.add(Html.of("th", name));
        }
        head.add(right("ratio"), Html.of("th"), Html.of("th", "subject"), right("median"),
                right("spread"), Html.of("th", "peer"), right("median"), right("spread"));
        return Html.table(head, results.stream().map(result -> row(result, linked)).toList());
    }

    private static Element right(String name) {
        return Html.of("th", name).with("class", "number");
    }

    private static Element row(Result result, boolean linked) {
        Element row = Html.of("tr");
        if (linked) {
            row.add(Html.of("td", Html.of("a", result.experiment()).with("href",
                    "#" + result.experiment())));
        }
        row.add(Html.of("td", result.setting()));
        return switch (result) {
            case Measured measured -> row.add(
                    Html.of("td", measured.metric().name() + ", " + measured.metric().unit() + ", "
                            + measured.metric().better().describe()),
                    Html.number(measured.ratioText()),
                    measured.peer().equals(Result.FAIR_SHARE)
                            ? Html.of("td")
                            : tag(Verdict.of(measured)),
                    Html.of("td", measured.subject()), Html.number(text(measured.value())),
                    spread(measured.spread()), Html.of("td", measured.peer()),
                    Html.number(text(measured.peerValue())), spread(measured.peerSpread()));
            case Result.Skipped skipped -> row.add(Html.of("td", skipped.subject()
                    + " is not compared with " + skipped.peer() + ": " + skipped.reason())
                    .with("colspan", "9").with("class", "skipped"));
        };
    }

    /** A dash where it was measured once, or alike each time. */
    private static Element spread(double spread) {
        return Html.number(spread == 0 ? "–" : String.format(Locale.ROOT, "%.0f %%", 100 * spread));
    }

    static Element tag(Verdict verdict) {
        return tag(switch (verdict) {
            case BETTER -> "good";
            case EQUAL -> "same";
            case WORSE -> "bad";
        }, verdict.label());
    }

    static Element tag(String kind, String word) {
        return Html.of("td", Html.of("span", word).with("class", "tag " + kind));
    }

    /** Number with four digits, more than any measurement is exact to. */
    static String text(double value) {
        double size = Math.abs(value);
        int decimals = size >= 1000 || size == Math.rint(size)
                ? 0
                : size >= 100 ? 1 : size >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}

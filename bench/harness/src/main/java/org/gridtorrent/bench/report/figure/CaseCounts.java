package org.gridtorrent.bench.report.figure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts in a case, such as "8 seeders × 4 streams", and the case without them.
 *
 * <p>A second count of the same, as in "32 streams: 8 seeders × 4 streams", is of each.
 *
 * @param template the case with a name in braces for each count
 * @param counts by what is counted, as they come
 */
record CaseCounts(String template, Map<String, Double> counts) {
    private static final Pattern COUNT = Pattern.compile(
            "(?<![\\w.,])([\\d,]*\\d) (streams?|seeders?|seeds?|leechers?|leech(?:es)?"
                    + "|(?:background )?(?:TCP )?flows?|replicas?)\\b");
    private static final String EACH = " each";

    static CaseCounts of(String setting) {
        Map<String, Double> counts = new LinkedHashMap<>();
        Matcher matcher = COUNT.matcher(setting);
        String template = matcher.replaceAll(match -> {
            String what = plural(match.group(2));
            while (counts.containsKey(what)) {
                what += EACH;
            }
            counts.put(what, Double.valueOf(match.group(1).replace(",", "")));
            return Matcher.quoteReplacement(mark(what));
        });
        return new CaseCounts(template, counts);
    }

    /** Placeholder of a count in a template. */
    static String mark(String what) {
        return "{" + what + "}";
    }

    /** Count of a noun that the template has. */
    double count(String what) {
        return Objects.requireNonNull(counts.get(what));
    }

    private static String plural(String word) {
        return word.endsWith("leech") ? word + "es" : word.endsWith("s") ? word : word + "s";
    }

    static String text(double count, String what) {
        String word = count == 1
                ? what.replaceFirst("leeches\\b", "leech").replaceFirst("s\\b", "")
                : what;
        return (long) count + " " + word;
    }
}

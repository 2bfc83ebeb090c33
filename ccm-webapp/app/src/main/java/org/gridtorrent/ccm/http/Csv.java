package org.gridtorrent.ccm.http;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines of comma-separated values (RFC 4180). Belongs to one thread. */
public final class Csv {
    private static final String TYPE = "text/csv; header=present";
    private static final String LINE_END = "\r\n";
    private static final Pattern TO_QUOTE = Pattern.compile("[\",\r\n]");
    /** A spreadsheet takes a cell that begins so, behind blanks too, for a formula that it runs. */
    private static final Pattern FORMULA = Pattern
            .compile("(?s)[\\s\\p{Z}]*[=+\\-@\uff1d\uff0b\uff0d\uff20].*|[\\t\\r\\n].*");

    private final StringBuilder text = new StringBuilder();

    /** Begins with the names of the columns. */
    public Csv(String... names) {
        line((Object[]) names);
    }

    public Csv line(Object... cells) {
        text.append(Arrays.stream(cells).map(cell -> cell(cell.toString()))
                .collect(Collectors.joining(","))).append(LINE_END);
        return this;
    }

    private static String cell(String value) {
        // The apostrophe is what spreadsheets themselves mark text with.
        String safe = FORMULA.matcher(value).matches() ? "'" + value : value;
        return TO_QUOTE.matcher(safe).find() ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }

    /** As a file of this name. */
    public Reply.Download download(String name) {
        return Reply.Download.text(TYPE, name, text.toString());
    }
}

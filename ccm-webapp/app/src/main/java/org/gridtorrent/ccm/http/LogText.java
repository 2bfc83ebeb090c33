package org.gridtorrent.ccm.http;

/** Makes foreign text safe for one line of a log. */
public final class LogText {
    private static final int MAX = 300;

    private LogText() {}

    public static String one(String text) {
        String cut = text.length() > MAX ? text.substring(0, MAX) + "…" : text;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }
}

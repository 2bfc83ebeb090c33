package org.gridtorrent.identity;

/** Foreign text made safe to show in a message or a log. */
final class Texts {
    private static final int LONGEST = 80;

    private Texts() {}

    /** Control and non-ASCII letters become '?', and what is longer than 80 letters is cut. */
    static String printable(String text) {
        String safe = text.replaceAll("[^\\x20-\\x7e]", "?");
        return safe.length() <= LONGEST ? safe : safe.substring(0, LONGEST) + "...";
    }
}

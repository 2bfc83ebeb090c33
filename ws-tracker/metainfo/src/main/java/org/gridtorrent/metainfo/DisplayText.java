package org.gridtorrent.metainfo;

/** Makes foreign names safe to show in a message: escapes controls and bidi marks, cuts long ones. */
public final class DisplayText {
    private static final int MAX_LENGTH = 200;

    private DisplayText() {}

    public static String escape(String text) {
        var out = new StringBuilder();
        text.codePoints().limit(MAX_LENGTH).forEach(c -> append(c, out));
        return text.codePointCount(0, text.length()) > MAX_LENGTH ? out + "…" : out.toString();
    }

    private static void append(int codePoint, StringBuilder out) {
        switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                out.append("\\u%04x".formatted(codePoint));
            default -> out.appendCodePoint(codePoint);
        }
    }
}

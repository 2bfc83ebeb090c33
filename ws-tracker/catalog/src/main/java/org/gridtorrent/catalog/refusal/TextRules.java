package org.gridtorrent.catalog.refusal;

/** Checks of what people type. */
public final class TextRules {
    private TextRules() {}

    /** One line without outer blanks that can be seen, or a refusal that names the field. */
    public static String required(Field field, String text, int longest) {
        String stripped = optional(field, text, longest);
        if (stripped.codePoints().noneMatch(TextRules::isVisible)) {
            throw CatalogException.invalid(Refused.FIELD_MISSING, field);
        }
        if (stripped.codePoints().anyMatch(c -> Character.isISOControl(c) || turnsWriting(c))) {
            throw CatalogException.invalid(Refused.FIELD_NOT_ONE_LINE, field);
        }
        return stripped;
    }

    private static boolean isVisible(int c) {
        return !Character.isWhitespace(c) && !Character.isSpaceChar(c)
                && Character.getType(c) != Character.FORMAT && !Character.isISOControl(c);
    }

    private static boolean turnsWriting(int c) {
        return c == 0x200e || c == 0x200f || c == 0x061c || (c >= 0x202a && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069);
    }

    public static String optional(Field field, String text, int longest) {
        String stripped = text.strip();
        // Of the databases, one counts code points and one UTF-16 units: the latter are never fewer.
        if (stripped.length() > longest) {
            throw CatalogException.invalid(Refused.FIELD_TOO_LONG, field, longest);
        }
        if (!stripped.codePoints().allMatch(TextRules::canBeSent)) {
            throw CatalogException.invalid(Refused.FIELD_UNREADABLE, field);
        }
        return stripped;
    }

    /** What XML 1.0 has no place for would make a machine's whole answer unreadable (its 2.2). */
    private static boolean canBeSent(int c) {
        return c == '\n' || c == '\r' || c == '\t' || (!Character.isISOControl(c) && c != 0xfffe
                && c != 0xffff && Character.getType(c) != Character.SURROGATE);
    }

}

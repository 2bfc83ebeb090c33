package org.gridtorrent.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks and forms of what people type. */
final class Texts {
    private static final int MOST_WORDS = 12;

    private Texts() {}

    /** The text without outer blanks, or a refusal that names the field. */
    static String required(String field, String text, int longest) {
        String stripped = optional(field, text, longest);
        if (stripped.isEmpty()) {
            throw CatalogException.invalid(field + " is missing.");
        }
        return stripped;
    }

    static String optional(String field, String text, int longest) {
        String stripped = text.strip();
        if (stripped.length() > longest) {
            throw CatalogException.invalid(
                    field + " is longer than " + longest + " letters; shorten it.");
        }
        boolean control = stripped.chars()
                .anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t');
        if (control) {
            throw CatalogException.invalid(field + " has a control letter in it; remove it.");
        }
        return stripped;
    }

    /** LIKE patterns, escaped by '!', one for each word; all of them have to match. */
    static List<String> patterns(String words) {
        var patterns = new ArrayList<String>();
        for (String word : words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
            if (!word.isEmpty() && patterns.size() < MOST_WORDS) {
                patterns.add("%" + word.replaceAll("([!%_])", "!$1") + "%");
            }
        }
        return patterns;
    }
}

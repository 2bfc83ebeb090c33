package org.gridtorrent.client.tree;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Names of files made of texts that people typed: valid in every folder, and as close to the text as that allows. */
final class SafeName {
    private static final int MAX_BYTES = 255;
    /** Separators, control characters, halves of characters, and marks that change the direction of writing. */
    private static final Pattern FORBIDDEN = Pattern.compile("[/\\\\\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cs}"
            + "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    private SafeName() {}

    static String of(String text) {
        return of(text, "");
    }

    /** The text, cut where it is too long for the suffix. */
    static String of(String text, String suffix) {
        String plain = FORBIDDEN.matcher(text.strip()).replaceAll("_");
        String visible = plain.isEmpty() || plain.startsWith(".")
                ? "_" + plain.substring(Math.min(1, plain.length()))
                : plain;
        return cut(visible, MAX_BYTES - suffix.getBytes(StandardCharsets.UTF_8).length) + suffix;
    }

    private static String cut(String text, int maxBytes) {
        int bytes = 0;
        int end = 0;
        while (end < text.length()) {
            int next = text.offsetByCodePoints(end, 1);
            bytes += text.substring(end, next).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > maxBytes) {
                return text.substring(0, end);
            }
            end = next;
        }
        return text;
    }
}

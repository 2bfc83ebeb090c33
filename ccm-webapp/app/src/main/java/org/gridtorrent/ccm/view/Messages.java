package org.gridtorrent.ccm.view;

import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

/**
 * The words of the pages, from {@code messages.properties}; a second language is a second file.
 * Safe for use by several threads.
 */
public final class Messages {
    private final ResourceBundle bundle;

    public Messages(Locale locale) {
        bundle = ResourceBundle.getBundle("org.gridtorrent.ccm.messages", locale,
                ResourceBundle.Control.getNoFallbackControl(
                        ResourceBundle.Control.FORMAT_PROPERTIES));
    }

    /** The message with {0}, {1}… replaced. A key without a message is a mistake in the program. */
    public String text(String key, Object... arguments) {
        try {
            return filled(bundle.getString(key), arguments);
        } catch (MissingResourceException missing) {
            throw new IllegalArgumentException("no message: " + key, missing);
        }
    }

    /** The message for a count: {@code key.one} or {@code key.many}, with {0} the count. */
    public String count(String key, long count) {
        return text(key + (count == 1 ? ".one" : ".many"), Numbers.grouped(count));
    }

    public boolean has(String key) {
        return bundle.containsKey(key);
    }

    /** Placeholders in an argument's own text are left alone: each is replaced once, in one pass. */
    private static String filled(String pattern, Object... arguments) {
        StringBuilder text = new StringBuilder(pattern.length() + 32);
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean placeholder = c == '{' && i + 2 < pattern.length()
                    && Character.isDigit(pattern.charAt(i + 1)) && pattern.charAt(i + 2) == '}';
            if (placeholder) {
                text.append(arguments[pattern.charAt(i + 1) - '0']);
                i += 2;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}

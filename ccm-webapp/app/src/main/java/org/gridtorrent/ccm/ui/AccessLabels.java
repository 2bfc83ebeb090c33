package org.gridtorrent.ccm.ui;

import java.util.Locale;

/** Words for an access level with names, as the audit log has it. */
public final class AccessLabels {
    private AccessLabels() {}

    /**
     * The same in the reader's language.
     *
     * @param noted an access level, then names with commas between them
     */
    public static String of(Messages messages, String noted) {
        String[] parts = noted.split(" ", 2);
        String key = "access." + parts[0].toLowerCase(Locale.ROOT) + ".short";
        if (!messages.has(key)) {
            return noted;
        }
        String level = messages.text(key);
        return parts.length == 1 || parts[1].isEmpty() ? level : level + ": " + parts[1];
    }
}

package org.gridtorrent.catalog.refusal;

import java.util.Locale;

/** What of a database's own settings breaks the catalog's promises. */
public enum Weakness {
    FSYNC_OFF("fsync is off: what was acknowledged may be lost in a crash"),
    COMMIT_OFF("synchronous_commit is off: what was acknowledged may be lost in a crash"),
    LETTERS("it folds only the letters A to Z: names and searches tell other"
            + " capitals from small letters; its locale was C when it was made");

    private final String english;

    Weakness(String english) {
        this.english = english;
    }

    public String english() {
        return english;
    }

    /** Of the message that says it in another language. */
    public String key() {
        return "weakness." + name().toLowerCase(Locale.ROOT);
    }
}

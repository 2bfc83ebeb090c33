package org.gridtorrent.catalog.db;

import java.util.Locale;

/** What of a database's own settings breaks the catalog's promises. */
public enum DatabaseWeakness {
    FSYNC_OFF("fsync is off: acknowledged changes may be lost in a crash"),
    COMMIT_OFF("synchronous_commit is off: acknowledged changes may be lost in a crash"),
    LETTERS("the database was created with locale C: names and searches ignore case "
            + "only for the letters A to Z");

    private final String english;

    DatabaseWeakness(String english) {
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

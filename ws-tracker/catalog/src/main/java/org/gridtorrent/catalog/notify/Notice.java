package org.gridtorrent.catalog.notify;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that somebody is told.
 *
 * @param about the data set that it is about
 * @param group the name of the group that it is about
 * @param detail what is said besides, by kind: why something failed, a person's full name, how many
 *     copies there are, the words of a search, the title of what the reader has lost; may be empty
 * @param seen whether its reader said so
 */
public record Notice(String id, Kind kind, Optional<About> about, Optional<String> group,
        Optional<String> groupId, String detail, Instant created, boolean seen) {

    /**
     * A data set.
     *
     * @param title empty for whoever may not know of it any more
     */
    public record About(String id, String title) {}

    /** What it says. */
    public enum Kind {
        NEW_VERSION, WITHDRAWN, SHARED, FOUND, GET_BEGUN, GET_DONE, GET_FAILED, FEW_COPIES,
        ACCESS_ENDED, INVITED, ASKED, ACCEPTED
    }
}

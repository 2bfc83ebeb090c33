package org.gridtorrent.catalog.copy;

import java.util.List;
import java.util.Locale;

/**
 * What a content's owner is told about its copies.
 *
 * @param details what its words name, in their order: names of machines, counts, and a {@link java.time.Duration}
 */
public record CopyNotice(Kind kind, List<Object> details) {
    static CopyNotice of(Kind kind, Object... details) {
        return new CopyNotice(kind, List.of(details));
    }

    /** Those of a rule count copies that exist and copies asked for, and then what is on its way. */
    public enum Kind {
        ONE_COPY, BEING_REMOVED, ACCESS_LOST, NO_COPY, NOT_SHARED, OFFLINE, RULE_UNMET,
        RULE_UNMET_IN_PROGRESS, RULE_UNMET_NO_ROOM, ALWAYS_ON_UNMET, ALWAYS_ON_UNMET_IN_PROGRESS,
        ALWAYS_ON_UNMET_NO_ROOM
    }

    /** Of the message that says it. */
    public String key() {
        return "copies.notice." + kind.name().toLowerCase(Locale.ROOT);
    }
}

package org.gridtorrent.ccm.people.picker;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that waits for an answer.
 *
 * @param kind {@code invitation}, {@code request} or {@code buddy}
 * @param groupId empty for buddies, as is groupName
 * @param person empty when that is the group, or not known
 */
public record PendingLine(String kind, String groupId, String groupName,
        Optional<PersonLine> person, Instant since) {

    /** Where the forms about it are sent to. */
    public String path() {
        return groupId.isEmpty()
                ? "/buddies/" + person.map(PersonLine::id).orElse("")
                : "/groups/" + groupId;
    }

    /** The user whom the form names; empty when the viewer is meant, or the path says it. */
    public String user(boolean mine) {
        boolean other = kind.equals(mine ? "invitation" : "request");
        return other ? person.map(PersonLine::id).orElse("") : "";
    }
}

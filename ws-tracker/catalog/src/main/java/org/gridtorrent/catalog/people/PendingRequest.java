package org.gridtorrent.catalog.people;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that waits for an answer.
 *
 * @param group that it is about; empty for buddies
 * @param person who asks; of what one asked oneself, who was asked. Empty when that is the group
 */
public record PendingRequest(Kind kind, Optional<GroupName> group, Optional<Person> person,
        Instant since) {

    /** INVITATION into a group, REQUEST to join one, BUDDY to be one. */
    public enum Kind {
        INVITATION, REQUEST, BUDDY
    }

    /** A group's id with its name. */
    public record GroupName(String id, String name) {}
}

package org.gridtorrent.client.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group with who is in it and what is shared with it, which the pages tell its members.
 *
 * @param people members, and for those who may answer, who waits; null for who is outside
 * @param datasets some of them; null for who is outside
 */
public record GroupDetails(String id, String name, @Nullable String description, boolean open,
        int members, @Nullable String standing, @Nullable List<Person> people,
        @Nullable List<Shared> datasets) {

    /** Somebody in the group, or on the way into it. */
    public record Person(String user, String fullName, String standing) {}

    /** A data set that is shared with the group. */
    public record Shared(String id, String title) {}
}

package org.gridtorrent.client.pages;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who may have a data set. Access is public, group or user; the other lists are empty then.
 *
 * @param ends of the rights that end by themselves; earlier sites do not say it
 */
public record Audience(String id, String access, List<String> groups, List<String> users,
        @Nullable List<End> ends) {
    public Audience {
        groups = List.copyOf(groups);
        users = List.copyOf(users);
        ends = List.copyOf(Objects.requireNonNullElse(ends, List.of()));
    }

    public Audience(String id, String access, List<String> groups, List<String> users) {
        this(id, access, groups, users, List.of());
    }

    /** Of a group's or a user's right; a moment. */
    public record End(String kind, String name, String end) {}
}

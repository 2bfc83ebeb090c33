package org.gridtorrent.client.pages;

import java.util.List;

/** Who may have a data set. Access is public, group or user; the other lists are empty then. */
public record Audience(String id, String access, List<String> groups, List<String> users) {
    public Audience {
        groups = List.copyOf(groups);
        users = List.copyOf(users);
    }
}

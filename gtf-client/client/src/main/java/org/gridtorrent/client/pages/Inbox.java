package org.gridtorrent.client.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What waits for this user's answer, and what this user asked of others. */
public record Inbox(List<Line> waiting, List<Line> asked) {

    /**
     * Something that waits.
     *
     * @param kind invitation, request or buddy
     * @param user who asked, or was asked; null when that is the group
     */
    public record Line(String kind, @Nullable String groupId, @Nullable String group,
            @Nullable String user, @Nullable String fullName, String since) {}
}

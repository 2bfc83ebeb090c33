package org.gridtorrent.client.pages;

import org.jspecify.annotations.Nullable;

/**
 * A group as the pages describe it; the standing is this user's: owner, admin, member, invited, requested or
 * none.
 */
public record Group(String id, String name, @Nullable String description, boolean open, int members,
        @Nullable String standing) {}

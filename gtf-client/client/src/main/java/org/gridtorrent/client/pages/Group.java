package org.gridtorrent.client.pages;

import org.jspecify.annotations.Nullable;

/** A group as the pages describe it; the standing is this user's: owner, member, invited, requested or none. */
public record Group(String id, String name, @Nullable String description, @Nullable String owner,
        int members,
        @Nullable String standing) {}

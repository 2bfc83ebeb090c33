package org.gridtorrent.client.pages;

import org.jspecify.annotations.Nullable;

/** A group as the pages list it. */
public record Group(@Nullable String id, String name, @Nullable String role,
        @Nullable Integer members) {}

package org.gridtorrent.client.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data set as the pages describe it. Length in bytes; unknown before it is published. Notices are its
 * owner's; through what one has it is told of what others gave one. Sites of before non-private torrents do not tell
 * of them.
 */
public record Dataset(String id, String title, @Nullable String description, @Nullable String owner,
        @Nullable String access, @Nullable String state, @Nullable String infoHash,
        @Nullable Long totalLength,
        @Nullable Integer fileCount, @Nullable Boolean nonPrivate, @Nullable String created,
        @Nullable Integer copies,
        @Nullable List<String> notices, @Nullable List<Through> through) {

    /** A right: {@code by} is {@code named} or {@code group}; one without an end has none. */
    public record Through(String by, String who, @Nullable String ends) {}
}

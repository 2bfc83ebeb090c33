package org.gridtorrent.client.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A data set as the pages describe it. Length in bytes; unknown before it is published. Notices are its owner's. */
public record Dataset(String id, String title, @Nullable String description, @Nullable String owner,
        @Nullable String access, @Nullable String state, @Nullable String infoHash,
        @Nullable Long totalLength,
        @Nullable Integer fileCount, @Nullable String created, @Nullable Integer copies,
        @Nullable List<String> notices) {}

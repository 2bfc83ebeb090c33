package org.gridtorrent.client.tracker;

import org.jspecify.annotations.Nullable;

/** A task as the tracker hands it out. */
public record Assignment(String id, Kind kind, boolean cancelled, String contentId, String title,
        @Nullable String folder) {
    /** What is to be done. */
    public enum Kind {
        PUBLISH, DOWNLOAD
    }
}

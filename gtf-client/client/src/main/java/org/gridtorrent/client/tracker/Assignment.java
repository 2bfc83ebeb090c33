package org.gridtorrent.client.tracker;

import org.jspecify.annotations.Nullable;

/**
 * A task as the tracker hands it out.
 *
 * @param lease goes with each report on it; {@link #NO_LEASE} from a tracker that knows none
 * @param paused it is not to be worked on until it is not paused any more
 * @param nonPrivate PUBLISH: the metainfo is made without the private flag (BEP 27)
 */
public record Assignment(String id, Kind kind, boolean cancelled, String contentId, String title,
        @Nullable String folder, @Nullable String uploadLimit, @Nullable String downloadLimit,
        long lease, boolean paused, boolean nonPrivate) {
    public static final long NO_LEASE = 0;

    /** What is to be done; the contract says more of each. */
    public enum Kind {
        PUBLISH, DOWNLOAD, SEED, STOP, REMOVE, VERIFY, REPAIR, LIMIT
    }
}

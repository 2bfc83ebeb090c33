package org.gridtorrent.catalog;

import java.time.Instant;
import java.util.Optional;

/**
 * What a device was told to do, and how it stands.
 *
 * @param folder PUBLISH: what to publish. DOWNLOAD: where to put it, or empty for the device's own
 *     download folder
 * @param message what is being done, or why it waits or failed, for people
 */
public record Task(String id, Kind kind, State state, String contentId, String contentTitle,
        String deviceId, String deviceName, String accountId, Optional<String> folder,
        long bytesDone, long bytesTotal, long bytesPerSecond, int peers, String message,
        Instant created, Instant changed) {

    /** What a task does. */
    public enum Kind {
        PUBLISH, DOWNLOAD
    }

    /** A final state is never left. */
    public enum State {
        WAITING, RUNNING, DONE, FAILED, CANCELLED;

        public boolean isFinal() {
            return this == DONE || this == FAILED || this == CANCELLED;
        }
    }

    /** A device's word on its task; rates are bytes per second. */
    public record Report(State state, long bytesDone, long bytesTotal, long bytesPerSecond,
            int peers, String message) {}
}

package org.gridtorrent.client.daemon;

import org.jspecify.annotations.Nullable;

/**
 * One line from a command to the daemon.
 *
 * @param path below the folder of a data set that is opened
 */
record ControlRequest(@Nullable Verb verb, @Nullable String task, @Nullable String dataset,
        @Nullable String path) {
    /** Of a verb that concerns no data set. */
    ControlRequest(Verb verb, @Nullable String task) {
        this(verb, task, null, null);
    }

    /**
     * What is asked for; WATCH gives a task's state again and again until it is final, OPEN an address at which the
     * user's browser reads a data set, or without one the drafts; CACHE what the cache holds.
     */
    enum Verb {
        STATUS, TASKS, TASK, WATCH, CANCEL, FOLDERS, OPEN, STOP, CACHE, DROP_CACHED, PIN, UNPIN
    }
}

package org.gridtorrent.client.daemon;

import org.jspecify.annotations.Nullable;

/** One line from a command to the daemon. */
record ControlRequest(@Nullable Verb verb, @Nullable String task) {
    /** What is asked for; WATCH gives a task's state again and again until it is final. */
    enum Verb {
        STATUS, TASKS, TASK, WATCH, CANCEL, FOLDERS, STOP
    }
}

package org.gridtorrent.client.daemon;

import java.net.URI;
import java.util.List;
import org.gridtorrent.client.tracker.Task;
import org.jspecify.annotations.Nullable;

/** One line from the daemon; only the field that was asked for is there. */
record ControlAnswer(@Nullable DaemonStatus status, @Nullable List<Task> tasks,
        @Nullable Task task,
        @Nullable Boolean done, @Nullable String address, @Nullable CacheState cache,
        @Nullable String error) {
    static ControlAnswer of(DaemonStatus status) {
        return new ControlAnswer(status, null, null, null, null, null, null);
    }

    static ControlAnswer of(List<Task> tasks) {
        return new ControlAnswer(null, List.copyOf(tasks), null, null, null, null, null);
    }

    static ControlAnswer of(Task task) {
        return new ControlAnswer(null, null, task, null, null, null, null);
    }

    static ControlAnswer of(boolean done) {
        return new ControlAnswer(null, null, null, done, null, null, null);
    }

    static ControlAnswer of(URI address) {
        return new ControlAnswer(null, null, null, null, address.toString(), null, null);
    }

    static ControlAnswer of(CacheState cache) {
        return new ControlAnswer(null, null, null, null, null, cache, null);
    }

    static ControlAnswer error(String error) {
        return new ControlAnswer(null, null, null, null, null, null, error);
    }
}

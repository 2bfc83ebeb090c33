package org.gridtorrent.bench.tracker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link TrackerHost} is told, one JSON object a line.
 *
 * @param does {@code codes}, {@code publish}, {@code task} or {@code waiting}
 * @param device whose task it is, or who publishes
 * @param content a task's, by its info-hash
 */
record HostOrder(String does, int count, String device, String content) {
    /** So many enrolment codes. */
    static HostOrder codes(int count) {
        return new HostOrder("codes", count, "", "");
    }

    /** So many public contents of the device; answered with their info-hashes. */
    static HostOrder publish(int count, String device) {
        return new HostOrder("publish", count, device, "");
    }

    /** A task for the device, committed when it is answered. */
    static HostOrder task(String device, String content) {
        return new HostOrder("task", 1, device, content);
    }

    /** How many long polls wait. */
    static HostOrder waiting() {
        return new HostOrder("waiting", 0, "", "");
    }

    /**
     * Its answer; the first one comes without an order, when it listens: the tracker's port, that of open
     * announces, and the authority's certificate.
     *
     * @param failed why it could not do it
     */
    record Answer(List<String> words, @Nullable String failed) {}
}

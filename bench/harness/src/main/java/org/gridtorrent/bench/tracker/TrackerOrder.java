package org.gridtorrent.bench.tracker;

import java.util.List;

/**
 * Order to a {@link TrackerWorker}, one JSON object a line.
 *
 * @param does {@code codes}, {@code publish}, {@code task} or {@code waiting}
 * @param device whose task it is, or who publishes
 * @param content a task's, by its info-hash
 */
record TrackerOrder(String does, int count, String device, String content) {
    /** So many enrolment codes. */
    static TrackerOrder codes(int count) {
        return new TrackerOrder("codes", count, "", "");
    }

    /** So many public contents of the device; answered with their info-hashes. */
    static TrackerOrder publish(int count, String device) {
        return new TrackerOrder("publish", count, device, "");
    }

    /** A task for the device, committed when it is answered. */
    static TrackerOrder task(String device, String content) {
        return new TrackerOrder("task", 1, device, content);
    }

    /** Asks for the number of waiting long polls. */
    static TrackerOrder waiting() {
        return new TrackerOrder("waiting", 0, "", "");
    }

    /**
     * Answer; the first one comes without an order, when it listens: the tracker's port, that of open
     * announces, and the authority's certificate.
     */
    record Answer(List<String> texts) {}
}

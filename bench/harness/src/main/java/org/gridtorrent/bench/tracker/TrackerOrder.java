package org.gridtorrent.bench.tracker;

import java.util.List;

/**
 * Order to a {@link TrackerWorker}: one line of JSON.
 *
 * @param command {@code codes}: create {@code count} enrolment codes; {@code publish}: publish {@code count}
 *     public contents of the device and return their info-hashes; {@code task}: create a task for the device,
 *     committed before the answer; {@code waiting}: return the number of waiting long polls
 * @param content info-hash of the task's content
 */
record TrackerOrder(String command, int count, String device, String content) {
    /**
     * Answer to an order. The tracker sends the first one without an order, once it listens: its port, the
     * port of open announces, and the authority's certificate.
     */
    record Answer(List<String> texts) {}
}

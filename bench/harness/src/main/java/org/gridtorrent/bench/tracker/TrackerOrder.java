package org.gridtorrent.bench.tracker;

import java.util.List;

/**
 * Order to a {@link TrackerWorker}, one JSON object a line.
 *
 * @param does {@code codes}: so many enrolment codes; {@code publish}: so many public contents of the
 *     device, whose info-hashes are answered; {@code task}: a task for the device, committed when it is
 *     answered; {@code waiting}: the number of waiting long polls
 * @param content a task's, by its info-hash
 */
record TrackerOrder(String does, int count, String device, String content) {
    /**
     * Answer; the first one comes without an order, when it listens: the tracker's port, that of open
     * announces, and the authority's certificate.
     */
    record Answer(List<String> texts) {}
}

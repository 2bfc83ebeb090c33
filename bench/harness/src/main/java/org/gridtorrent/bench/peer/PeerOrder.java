package org.gridtorrent.bench.peer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Order to a peer's process, one JSON object a line.
 *
 * @param does {@code seed}, {@code fetch}, {@code drop}, or {@code cpu} to be told
 * @param torrent a .torrent file's path
 * @param directory below which the content lies
 * @param sources to fetch from
 */
record PeerOrder(String does, @Nullable String torrent, @Nullable String directory,
        @Nullable List<Source> sources) {

    /** Where another peer listens, and the transport that leads there. */
    record Source(String host, int port, String transport) {}

    /**
     * Answer; the first one comes without an order, when the peer listens.
     *
     * @param port where it listens
     * @param pid of the process that is measured, with the first
     * @param fetched what fetching took
     * @param cpuSeconds of all its threads since its start
     */
    record Answer(@Nullable Integer port, @Nullable Long pid, @Nullable FetchResult fetched,
            @Nullable Double cpuSeconds) {
        static final Answer DONE = new Answer(null, null, null, null);
    }
}

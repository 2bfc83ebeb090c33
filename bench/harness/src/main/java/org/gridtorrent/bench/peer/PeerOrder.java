package org.gridtorrent.bench.peer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Order to a peer process: one line of JSON.
 *
 * @param command {@code seed}, {@code fetch}, {@code drop}, or {@code cpu} to query processor time
 * @param torrent path of the .torrent file
 * @param directory parent of the content
 * @param sources peers to fetch from
 */
record PeerOrder(String command, @Nullable String torrent, @Nullable String directory,
        @Nullable List<Source> sources) {

    /** Address of another peer, and the transport to reach it. */
    record Source(String host, int port, String transport) {}

    /**
     * Answer to an order. The peer sends the first one without an order, once it listens.
     *
     * @param port listening port, in the first answer
     * @param pid id of the measured process, in the first answer
     * @param fetched result of {@code fetch}
     * @param cpuSeconds processor time of all threads since the start
     */
    record Answer(@Nullable Integer port, @Nullable Long pid, @Nullable FetchResult fetched,
            @Nullable Double cpuSeconds) {
        static final Answer DONE = new Answer(null, null, null, null);
    }
}

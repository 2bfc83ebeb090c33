package org.gridtorrent.bench.mdtp;

import java.util.List;

/**
 * What a fetch took.
 *
 * @param startSeconds from the command to the first packet
 * @param seconds from the first packet until the file was there
 * @param cpuSeconds of the fetching program
 * @param replicaBytes that each replica's host sent, without headers of IP and TCP
 * @param wastedBytes that arrived beyond the file's length, headers of HTTP included
 * @param requests that each replica answered; none where its server is no web server
 */
record FetchReading(double startSeconds, double seconds, double cpuSeconds,
        List<Long> replicaBytes, long wastedBytes, List<List<ServedRequest>> requests) {
    /** Bytes that a replica sends at least when it is used: more than handshakes and headers. */
    private static final long USED_BYTES = 1 << 16;

    /** Part of all bytes that came from this replica. */
    double share(int replica) {
        double all = replicaBytes.stream().mapToLong(Long::longValue).sum();
        return replicaBytes.get(replica) / all;
    }

    long usedReplicas() {
        return replicaBytes.stream().filter(bytes -> bytes >= USED_BYTES).count();
    }
}

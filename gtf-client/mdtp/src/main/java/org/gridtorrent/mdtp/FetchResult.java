package org.gridtorrent.mdtp;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Outcome of a fetch that is complete.
 *
 * @param bytesReceived over the network by this fetch
 * @param bytesWasted received twice or found to be false
 * @param isVerified whether a checksum of the file or of its pieces was known and matched
 * @param checksumServer server that named the checksum in its response, if it was not known before
 */
public record FetchResult(long fileLength, long bytesReceived, long bytesWasted, double seconds,
        boolean isVerified, Optional<String> checksumServer, List<ReplicaStatus> replicas,
        List<SentRequest> requests) {

    /** Range that a replica was asked for, as it was at the request's end. */
    public record SentRequest(int replica, ByteRange range) {}
}

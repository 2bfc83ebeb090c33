package org.gridtorrent.mdtp;

import java.io.IOException;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.RangeResponse;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.metalink.MetalinkFile;

/** What other threads tell the fetch's thread. */
sealed interface FetchMessage {

    /** What a request brought. */
    sealed interface OfRequest extends FetchMessage {
        OpenRequest request();
    }

    record Started(OpenRequest request, RangeResponse response) implements OfRequest {}

    /** The next bytes are written. */
    record Received(OpenRequest request, int count) implements OfRequest {}

    record Completed(OpenRequest request) implements OfRequest {}

    record Unsatisfiable(OpenRequest request, long fileLength) implements OfRequest {}

    record Failed(OpenRequest request, ReplicaFault fault) implements OfRequest {}

    /** A piece was read and hashed. */
    record PieceHashed(int piece, boolean isTrue) implements FetchMessage {}

    /** A sample arrived, or failed to. */
    record SampleEnded(ContentSample sample) implements FetchMessage {}

    /**
     * A Metalink of the file was read.
     *
     * @param from replica that named it
     * @param policy which hosts its addresses may lead to
     */
    record Described(ReplicaState from, MetalinkFile file, AddressPolicy policy)
            implements
                FetchMessage {}

    /** The file cannot be written or read. */
    record DiskFailed(IOException cause) implements FetchMessage {}
}

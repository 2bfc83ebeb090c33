package org.gridtorrent.tracker.announce;

import java.nio.ByteBuffer;
import java.util.List;
import org.gridtorrent.tracker.swarm.PeerEndpoint;
import org.gridtorrent.tracker.swarm.SwarmPeer;

/** Peers of one family, one after the other: six bytes each (BEP 23) or eighteen (BEP 7). */
final class PeerBytes {
    private PeerBytes() {}

    static byte[] of(List<SwarmPeer> peers, boolean v6) {
        int count = 0;
        for (SwarmPeer peer : peers) {
            count += peer.place().isV6() == v6 ? 1 : 0;
        }
        var bytes = ByteBuffer
                .allocate(count * (v6 ? PeerEndpoint.V6_LENGTH : PeerEndpoint.V4_LENGTH));
        for (SwarmPeer peer : peers) {
            if (peer.place().isV6() == v6) {
                peer.place().writeTo(bytes);
            }
        }
        return bytes.array();
    }
}

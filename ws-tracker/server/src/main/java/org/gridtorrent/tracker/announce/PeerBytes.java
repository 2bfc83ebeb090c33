package org.gridtorrent.tracker.announce;

import java.nio.ByteBuffer;
import java.util.List;
import org.gridtorrent.tracker.swarm.Member;
import org.gridtorrent.tracker.swarm.Place;

/** Peers of one family, one after the other: six bytes each (BEP 23) or eighteen (BEP 7). */
final class PeerBytes {
    private PeerBytes() {}

    static byte[] of(List<Member> peers, boolean v6) {
        int count = 0;
        for (Member peer : peers) {
            count += peer.place().isV6() == v6 ? 1 : 0;
        }
        var bytes = ByteBuffer.allocate(count * (v6 ? Place.V6_LENGTH : Place.V4_LENGTH));
        for (Member peer : peers) {
            if (peer.place().isV6() == v6) {
                peer.place().writeTo(bytes);
            }
        }
        return bytes.array();
    }
}

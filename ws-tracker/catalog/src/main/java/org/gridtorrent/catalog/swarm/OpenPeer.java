package org.gridtorrent.catalog.swarm;

import java.time.Instant;

/**
 * A stranger's part in the swarm of a content that anybody may have, as one tracker node heard of it.
 *
 * @param address in figures, as observed
 * @param peerId 20 bytes, the peer's own name for itself; not to be changed
 * @param peerKey tells apart who announces from the same place
 * @param gone the peer said that it leaves
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, only carried
public record OpenPeer(String infoHash, String address, int port, byte[] peerId, long peerKey,
        boolean complete, boolean gone, Instant announced) {}

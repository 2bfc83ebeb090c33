package org.gridtorrent.engine.swarm;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Hands out a content's info dictionary (BEP 9). That of private content (BEP 27) goes only to peers
 * that the gate has admitted by name: who has nothing but an info-hash has no right to it. For the
 * owner's thread.
 */
final class MetadataServing {
    /** Messages that may wait for a peer before it is refused a block. */
    private static final int MAX_WAITING = 32;
    /** How often a peer may fetch all of it on one connection. */
    private static final int MAX_TIMES = 4;

    private final ByteBuffer info;
    private final boolean isPrivate;
    private final int blockCount;

    MetadataServing(Metainfo metainfo) {
        info = metainfo.infoBytes();
        isPrivate = metainfo.isPrivate();
        blockCount = Math.ceilDiv(info.capacity(), MetadataMessage.BLOCK_LENGTH);
    }

    /** Its length in bytes; empty when it is not for this peer. */
    Optional<Integer> lengthFor(PeerSession peer) {
        return isPrivate && peer.link.identity().isEmpty()
                ? Optional.empty()
                : Optional.of(info.capacity());
    }

    void received(PeerSession peer, byte[] payload) throws ProtocolException {
        Optional<Integer> id = peer.idOf(Extension.METADATA);
        if (id.isPresent() && MetadataMessage.parse(payload)
                .orElse(null) instanceof MetadataMessage.Request(int block)) {
            if (!mayHave(peer, block) || !peer.link.sendUnlessBehind(data(block).as(id.get()),
                    MAX_WAITING)) {
                peer.link.send(new MetadataMessage.Reject(block).as(id.get()));
            }
        }
    }

    private boolean mayHave(PeerSession peer, int block) {
        return block < blockCount && lengthFor(peer).isPresent()
                && peer.metadataAsked++ < (long) MAX_TIMES * blockCount;
    }

    private MetadataMessage.Data data(int block) {
        int from = block * MetadataMessage.BLOCK_LENGTH;
        byte[] bytes = new byte[Math.min(MetadataMessage.BLOCK_LENGTH, info.capacity() - from)];
        info.get(from, bytes);
        return new MetadataMessage.Data(block, info.capacity(), bytes);
    }
}

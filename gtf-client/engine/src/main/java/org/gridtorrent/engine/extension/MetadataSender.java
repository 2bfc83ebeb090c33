package org.gridtorrent.engine.extension;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Hands out a content's info dictionary (BEP 9). That of private content (BEP 27) goes to nobody where
 * the gate is open: who has nothing but an info-hash has no right to it. For the owner's thread.
 */
public final class MetadataSender {
    /** Messages that may wait for a peer before it is refused a block. */
    private static final int MAX_WAITING = 32;
    /** The same before it is not even refused one. */
    private static final int MOST_REJECTS = 1024;
    /** How often a peer may fetch all of it on one connection. */
    private static final int MAX_TIMES = 4;

    private final ByteBuffer info;
    private final boolean isWithheld;
    private final int blockCount;

    public MetadataSender(Metainfo metainfo, Gate gate) {
        info = metainfo.infoBytes();
        isWithheld = metainfo.isPrivate() && gate.isOpen();
        blockCount = Math.ceilDiv(info.capacity(), MetadataMessage.BLOCK_LENGTH);
    }

    /** In bytes; empty when it is not for peers. */
    Optional<Integer> length() {
        return isWithheld ? Optional.empty() : Optional.of(info.capacity());
    }

    void received(PeerSession peer, byte[] payload) throws ProtocolException {
        Optional<Integer> id = peer.extensionId(Extension.METADATA);
        if (id.isPresent() && MetadataMessage.parse(payload)
                .orElse(null) instanceof MetadataMessage.Request(int block)) {
            if (!mayHave(peer, block)
                    || !peer.link.sendUnlessBehind(data(block).toMessage(id.get()),
                            MAX_WAITING)) {
                reject(peer, block, id.get());
            }
        }
    }

    /** Who does not read its answers gets none. */
    public static void reject(PeerSession peer, int block, int id) {
        var _ = peer.link.sendUnlessBehind(new MetadataMessage.Reject(block).toMessage(id),
                MOST_REJECTS);
    }

    private boolean mayHave(PeerSession peer, int block) {
        return block < blockCount && !isWithheld
                && peer.metadataRequests++ < (long) MAX_TIMES * blockCount;
    }

    private MetadataMessage.Data data(int block) {
        int from = block * MetadataMessage.BLOCK_LENGTH;
        byte[] bytes = new byte[Math.min(MetadataMessage.BLOCK_LENGTH, info.capacity() - from)];
        info.get(from, bytes);
        return new MetadataMessage.Data(block, info.capacity(), bytes);
    }
}

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
 * Sends the info dictionary to peers that request it (BEP 9).
 *
 * <p>That of private content (BEP 27) is withheld where the gate is open: an info-hash alone gives no right
 * to it. Confined to the swarm's thread.
 */
public final class MetadataSender {
    /** Queued messages beyond which a request is rejected. */
    private static final int MAX_QUEUED = 32;
    /** Queued messages beyond which a request is ignored. */
    private static final int MAX_QUEUED_REJECTS = 1024;
    /** Times that a peer may fetch the whole dictionary on one connection. */
    private static final int MAX_TRANSFERS = 4;

    private final ByteBuffer info;
    private final boolean isWithheld;
    private final int blockCount;

    public MetadataSender(Metainfo metainfo, Gate gate) {
        info = metainfo.infoBytes();
        isWithheld = metainfo.isPrivate() && gate.isOpen();
        blockCount = Math.ceilDiv(info.capacity(), MetadataMessage.BLOCK_LENGTH);
    }

    /** Length in bytes; empty when it is withheld. */
    Optional<Integer> length() {
        return isWithheld ? Optional.empty() : Optional.of(info.capacity());
    }

    void received(PeerSession peer, byte[] payload) throws ProtocolException {
        Optional<Integer> id = peer.extensionId(Extension.METADATA);
        if (id.isPresent() && MetadataMessage.parse(payload)
                .orElse(null) instanceof MetadataMessage.Request(int block)) {
            if (!isAllowed(peer, block)
                    || !peer.link.sendIfQueueBelow(data(block).toMessage(id.get()),
                            MAX_QUEUED)) {
                reject(peer, block, id.get());
            }
        }
    }

    /** Rejects a request, unless the peer has too many messages queued. */
    public static void reject(PeerSession peer, int block, int id) {
        var _ = peer.link.sendIfQueueBelow(new MetadataMessage.Reject(block).toMessage(id),
                MAX_QUEUED_REJECTS);
    }

    private boolean isAllowed(PeerSession peer, int block) {
        return block < blockCount && !isWithheld
                && peer.metadataRequests++ < (long) MAX_TRANSFERS * blockCount;
    }

    private MetadataMessage.Data data(int block) {
        int from = block * MetadataMessage.BLOCK_LENGTH;
        byte[] bytes = new byte[Math.min(MetadataMessage.BLOCK_LENGTH, info.capacity() - from)];
        info.get(from, bytes);
        return new MetadataMessage.Data(block, info.capacity(), bytes);
    }
}

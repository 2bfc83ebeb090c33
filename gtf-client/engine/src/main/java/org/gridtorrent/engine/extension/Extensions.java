package org.gridtorrent.engine.extension;

import java.util.Collection;
import java.util.Optional;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;

/**
 * Extension protocol of a swarm whose content is known (BEP 10).
 *
 * <p>Dispatches to {@link MetadataSender} (BEP 9) and {@link PeerExchange} (BEP 11), and exchanges
 * {@code upload_only} (BEP 21). Confined to the swarm's thread.
 */
public final class Extensions {
    private final ExtensionHandshakes handshakes;
    private final Optional<MetadataSender> metadata;
    private final Optional<PeerExchange> pex;
    private boolean uploadOnly;

    public Extensions(ExtensionHandshakes handshakes, Optional<MetadataSender> metadata,
            Optional<PeerExchange> pex) {
        this.handshakes = handshakes;
        this.metadata = metadata;
        this.pex = pex;
    }

    public void sendHandshake(PeerSession peer) {
        peer.handshakeSent = true;
        if (peer.handshake.extensions()) {
            peer.link.send(handshakes
                    .withMetadata(metadata.flatMap(MetadataSender::length), uploadOnly,
                            pex.filter(exchange -> exchange.isEnabledFor(peer)).isPresent(),
                            peer.link.remote().getAddress())
                    .toMessage());
        }
    }

    /** Sets whether no piece is wanted, and tells peers that were told otherwise. */
    public void setUploadOnly(boolean now, Collection<PeerSession> peers) {
        if (uploadOnly != now) {
            uploadOnly = now;
            peers.stream().filter(peer -> peer.handshakeSent).forEach(this::sendUploadOnly);
        }
    }

    /**
     * Without the message's id, the peer gets the whole handshake again: other clients take extensions that
     * a later handshake does not name for disabled.
     */
    private void sendUploadOnly(PeerSession peer) {
        peer.extensionId(Extension.UPLOAD_ONLY).ifPresentOrElse(
                id -> peer.link.send(
                        new PeerMessage.Extended(id, new byte[]{(byte) (uploadOnly ? 1 : 0)})),
                () -> sendHandshake(peer));
    }

    public void received(PeerSession peer, int id, byte[] payload, long nowNs)
            throws ProtocolException {
        if (id == ExtensionHandshake.ID) {
            handshakes.received(peer, payload);
        } else if (id == Extension.METADATA.ownId() && metadata.isPresent()) {
            metadata.get().received(peer, payload);
        } else if (id == Extension.PEX.ownId() && pex.isPresent()) {
            pex.get().received(peer, payload, uploadOnly, nowNs);
        } else if (id == Extension.UPLOAD_ONLY.ownId() && payload.length > 0) {
            peer.uploadOnly = payload[0] != 0;
        }
    }

    public void tick(long nowNs) {
        pex.ifPresent(exchange -> exchange.tick(nowNs));
    }
}

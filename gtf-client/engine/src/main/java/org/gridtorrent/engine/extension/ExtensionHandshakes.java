package org.gridtorrent.engine.extension;

import java.net.InetAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.engine.connection.PeerConnection;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.peers.OwnAddresses;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.ProtocolException;

/** Builds and parses extension handshakes (BEP 10). Confined to the swarm's thread. */
public record ExtensionHandshakes(int listenPort, OwnAddresses ownAddresses) {
    private static final String CLIENT = "GridTorrent 0.1";
    private static final int DISABLED = 0;

    /**
     * The handshake while the content is not known: metadata is requested and not served. Peer exchange
     * is off, since the content may be private (BEP 27); it is named with id 0, because stock clients
     * otherwise conclude that it will never be used.
     */
    public ExtensionHandshake beforeMetadata(InetAddress peer) {
        return handshake(
                Map.of(Extension.METADATA, Extension.METADATA.ownId(), Extension.PEX, DISABLED),
                Optional.empty(), Optional.empty(), peer);
    }

    /**
     * The handshake of a swarm whose content is known.
     *
     * @param metadataLength bytes of the info dictionary; empty when it is not served
     * @param uploadOnly whether no piece is wanted (BEP 21)
     * @param pex whether peer exchange is on (BEP 11)
     * @param peer address at which this side sees the peer
     */
    ExtensionHandshake withMetadata(Optional<Integer> metadataLength, boolean uploadOnly,
            boolean pex, InetAddress peer) {
        Map<Extension, Integer> ids = new EnumMap<>(Extension.class);
        ids.put(Extension.METADATA,
                metadataLength.isPresent() ? Extension.METADATA.ownId() : DISABLED);
        ids.put(Extension.UPLOAD_ONLY, Extension.UPLOAD_ONLY.ownId());
        if (pex) {
            ids.put(Extension.PEX, Extension.PEX.ownId());
        }
        return handshake(ids, metadataLength, Optional.of(uploadOnly), peer);
    }

    private ExtensionHandshake handshake(Map<Extension, Integer> ids,
            Optional<Integer> metadataLength, Optional<Boolean> uploadOnly, InetAddress peer) {
        return new ExtensionHandshake(ids, Optional.of(CLIENT),
                Optional.of(PeerConnection.MAX_QUEUED_BLOCKS), listenPort, metadataLength,
                uploadOnly,
                Optional.of(peer));
    }

    /** Applies the peer's handshake, and records the address at which it sees this side. */
    public ExtensionHandshake received(PeerSession peer, byte[] payload) throws ProtocolException {
        ExtensionHandshake theirs = ExtensionHandshake.parse(payload);
        peer.apply(theirs);
        theirs.yourIp()
                .ifPresent(address -> ownAddresses.addReport(peer.link.remote().getAddress(),
                        address));
        return theirs;
    }
}

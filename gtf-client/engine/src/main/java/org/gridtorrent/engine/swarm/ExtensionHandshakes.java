package org.gridtorrent.engine.swarm;

import java.net.InetAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.engine.peers.OwnAddresses;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.ProtocolException;

/** What this side says of itself in extension handshakes (BEP 10). */
record ExtensionHandshakes(int listenPort, OwnAddresses own) {
    private static final String CLIENT = "GridTorrent 0.1";
    private static final int NOT_SPOKEN = 0;

    /**
     * Before the content is known: its metainfo is taken, and not handed out. Peers are not told of, nor
     * heard of, since it may be private (BEP 27); to name that extension keeps stock clients from
     * taking it for something that is never spoken.
     */
    ExtensionHandshake seeking(InetAddress peer) {
        return handshake(
                Map.of(Extension.METADATA, Extension.METADATA.ownId(), Extension.PEX, NOT_SPOKEN),
                Optional.empty(), Optional.empty(), peer);
    }

    /**
     * @param metadataLength bytes of the info dictionary, when it is handed out
     * @param uploadOnly whether no piece is wanted (BEP 21)
     * @param pex whether peers are told of, and heard of (BEP 11)
     * @param peer where the one who is told is seen
     */
    ExtensionHandshake sharing(Optional<Integer> metadataLength, boolean uploadOnly,
            boolean pex, InetAddress peer) {
        Map<Extension, Integer> ids = new EnumMap<>(Extension.class);
        ids.put(Extension.METADATA,
                metadataLength.isPresent() ? Extension.METADATA.ownId() : NOT_SPOKEN);
        ids.put(Extension.UPLOAD_ONLY, Extension.UPLOAD_ONLY.ownId());
        if (pex) {
            ids.put(Extension.PEX, Extension.PEX.ownId());
        }
        return handshake(ids, metadataLength, Optional.of(uploadOnly), peer);
    }

    private ExtensionHandshake handshake(Map<Extension, Integer> ids,
            Optional<Integer> metadataLength, Optional<Boolean> uploadOnly, InetAddress peer) {
        return new ExtensionHandshake(ids, Optional.of(CLIENT),
                Optional.of(PeerConnection.MAX_SERVING), listenPort, metadataLength, uploadOnly,
                Optional.of(peer));
    }

    /** What a peer says of itself, and of where it sees this side. */
    ExtensionHandshake heard(PeerSession peer, byte[] payload) throws ProtocolException {
        ExtensionHandshake said = ExtensionHandshake.parse(payload);
        peer.told(said);
        said.yourAddress()
                .ifPresent(address -> own.told(peer.link.remote().getAddress(), address));
        return said;
    }
}

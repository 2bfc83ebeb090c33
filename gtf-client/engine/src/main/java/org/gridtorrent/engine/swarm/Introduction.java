package org.gridtorrent.engine.swarm;

import java.util.Map;
import java.util.Optional;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;

/** What this side says of itself in extension handshakes (BEP 10). */
record Introduction(int listenPort) {
    private static final String CLIENT = "GridTorrent 0.1";

    /** Before the content is known: its metainfo is taken, and not handed out. */
    ExtensionHandshake seeking() {
        return handshake(true, Optional.empty(), Optional.empty());
    }

    /**
     * @param metadataLength bytes of the info dictionary, when it is handed out
     * @param uploadOnly whether no piece is wanted (BEP 21)
     */
    ExtensionHandshake sharing(Optional<Integer> metadataLength, boolean uploadOnly) {
        return handshake(metadataLength.isPresent(), metadataLength,
                Optional.of(uploadOnly).filter(only -> only));
    }

    private ExtensionHandshake handshake(boolean exchangesMetadata,
            Optional<Integer> metadataLength, Optional<Boolean> uploadOnly) {
        int id = exchangesMetadata ? Extension.METADATA.ownId() : 0;
        return new ExtensionHandshake(Map.of(Extension.METADATA, id), Optional.of(CLIENT),
                Optional.of(PeerConnection.MAX_SERVING), listenPort, metadataLength, uploadOnly);
    }
}

package org.gridtorrent.engine.connection;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;

/**
 * Messages that a peer sent before the content was known, to be handled when it is.
 *
 * <p>Bounded: a peer that sends more is closed, and may connect again. Confined to the swarm's thread.
 */
public final class DeferredMessages {
    /** Memory for the longest bitfield and some thousand messages. */
    static final int MAX_BYTES = 512 * 1024;
    static final int MESSAGE_BYTES = 48;

    private List<PeerMessage> messages = new ArrayList<>();
    private int bytes;

    public void add(PeerMessage message) throws ProtocolException {
        switch (message) {
            case PeerMessage.KeepAlive _,PeerMessage.Suggest _,PeerMessage.Request _,PeerMessage.Cancel _ -> {
                // Without effect: this side has no pieces yet.
            }
            case PeerMessage.Piece _ ->
                throw new ProtocolException("sends a block that was not asked for");
            default -> {
                bytes += bytesOf(message);
                if (bytes > MAX_BYTES) {
                    throw new ProtocolException("says too much before the content is known");
                }
                messages.add(message);
            }
        }
    }

    private static int bytesOf(PeerMessage message) {
        return message instanceof PeerMessage.BitfieldBytes(byte[] bits)
                ? MESSAGE_BYTES + bits.length
                : MESSAGE_BYTES;
    }

    /** Removes all messages and returns them in the order of arrival. */
    public List<PeerMessage> take() {
        List<PeerMessage> taken = messages;
        messages = new ArrayList<>();
        return taken;
    }
}

package org.gridtorrent.engine.connection;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;

/**
 * What a peer said before the content was known, to be understood when it is. Bounded: who says more
 * is closed, and may say it again later.
 */
public final class DeferredMessages {
    /** In bytes of memory; the longest bitfield and some thousand messages. */
    static final int MAX_WEIGHT = 512 * 1024;
    static final int MESSAGE_WEIGHT = 48;

    private List<PeerMessage> messages = new ArrayList<>();
    private int weight;

    public void add(PeerMessage message) throws ProtocolException {
        switch (message) {
            case PeerMessage.KeepAlive _,PeerMessage.Suggest _,PeerMessage.Request _,PeerMessage.Cancel _ -> {
                // Of nothing that is had here.
            }
            case PeerMessage.Piece _ ->
                throw new ProtocolException("sends a block that was not asked for");
            default -> {
                weight += weight(message);
                if (weight > MAX_WEIGHT) {
                    throw new ProtocolException("says too much before the content is known");
                }
                messages.add(message);
            }
        }
    }

    private static int weight(PeerMessage message) {
        return message instanceof PeerMessage.BitfieldBytes(byte[] bytes)
                ? MESSAGE_WEIGHT + bytes.length
                : MESSAGE_WEIGHT;
    }

    /** All of them, in their order; none are left. */
    public List<PeerMessage> take() {
        List<PeerMessage> taken = messages;
        messages = new ArrayList<>();
        return taken;
    }
}

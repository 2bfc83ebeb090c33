package org.gridtorrent.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.junit.jupiter.api.Test;

final class DeferredMessagesTest {
    private final DeferredMessages deferred = new DeferredMessages();

    @Test
    void keepsMessagesInOrderAndReturnsThemOnce() throws ProtocolException {
        deferred.add(new PeerMessage.HaveNone());
        deferred.add(new PeerMessage.KeepAlive());
        deferred.add(new PeerMessage.Have(3));
        deferred.add(new PeerMessage.AllowedFast(2));
        assertThat(deferred.take()).containsExactly(new PeerMessage.HaveNone(),
                new PeerMessage.Have(3), new PeerMessage.AllowedFast(2));
        assertThat(deferred.take()).isEmpty();
    }

    @Test
    void boundsMessages() throws ProtocolException {
        for (int i = 0; i < DeferredMessages.MAX_BYTES / DeferredMessages.MESSAGE_BYTES; i++) {
            deferred.add(new PeerMessage.Have(1));
        }
        assertThatThrownBy(() -> deferred.add(new PeerMessage.Have(1)))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void countsBytesOfBitfields() throws ProtocolException {
        var bitfield = new PeerMessage.BitfieldBytes(new byte[DeferredMessages.MAX_BYTES / 2]);
        deferred.add(bitfield);
        assertThatThrownBy(() -> deferred.add(bitfield)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void rejectsUnrequestedBlocks() {
        assertThatThrownBy(() -> deferred
                .add(new PeerMessage.Piece(new Block(0, 0, 1), new byte[1])))
                .isInstanceOf(ProtocolException.class);
    }
}

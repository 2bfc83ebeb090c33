package org.gridtorrent.engine.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.junit.jupiter.api.Test;

final class EarlyMessagesTest {
    private final EarlyMessages early = new EarlyMessages();

    @Test
    void areKeptInOrderAndTakenOnce() throws ProtocolException {
        early.add(new PeerMessage.HaveNone());
        early.add(new PeerMessage.KeepAlive());
        early.add(new PeerMessage.Have(3));
        early.add(new PeerMessage.AllowedFast(2));
        assertThat(early.take()).containsExactly(new PeerMessage.HaveNone(),
                new PeerMessage.Have(3), new PeerMessage.AllowedFast(2));
        assertThat(early.take()).isEmpty();
    }

    @Test
    void areBounded() throws ProtocolException {
        for (int i = 0; i < EarlyMessages.MAX_WEIGHT / EarlyMessages.MESSAGE_WEIGHT; i++) {
            early.add(new PeerMessage.Have(1));
        }
        assertThatThrownBy(() -> early.add(new PeerMessage.Have(1)))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void bitfieldsWeighWhatTheyHold() throws ProtocolException {
        var bitfield = new PeerMessage.BitfieldBytes(new byte[EarlyMessages.MAX_WEIGHT / 2]);
        early.add(bitfield);
        assertThatThrownBy(() -> early.add(bitfield)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void blocksNobodyAskedForAreRefused() {
        assertThatThrownBy(() -> early
                .add(new PeerMessage.Piece(new Block(0, 0, 1), new byte[1])))
                .isInstanceOf(ProtocolException.class);
    }
}

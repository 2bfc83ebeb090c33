package org.gridtorrent.engine.wire;

import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;

/** Refuses messages that do not fit a content which was not known when they were read. */
public final class LayoutValidator {
    private LayoutValidator() {}

    /** A bitfield's length is for the one who parses it. */
    public static void check(PeerMessage message, PieceLayout layout) throws ProtocolException {
        switch (message) {
            case PeerMessage.Have(int piece) -> check(piece, layout);
            case PeerMessage.Suggest(int piece) -> check(piece, layout);
            case PeerMessage.AllowedFast(int piece) -> check(piece, layout);
            case PeerMessage.Request(Block block) -> check(block, layout);
            case PeerMessage.Cancel(Block block) -> check(block, layout);
            case PeerMessage.Reject(Block block) -> check(block, layout);
            case PeerMessage.Piece(Block block, _) -> check(block, layout);
            default -> {
            }
        }
    }

    private static void check(int piece, PieceLayout layout) throws ProtocolException {
        if (piece >= layout.pieceCount()) {
            throw new ProtocolException("piece " + piece + " of " + layout.pieceCount());
        }
    }

    private static void check(Block block, PieceLayout layout) throws ProtocolException {
        if (!layout.contains(block)) {
            throw new ProtocolException("a block outside of piece " + block.piece());
        }
    }
}

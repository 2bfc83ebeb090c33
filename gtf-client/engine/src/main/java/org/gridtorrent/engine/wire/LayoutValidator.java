package org.gridtorrent.engine.wire;

import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;

/** Validates messages that were read before the torrent's layout was known. */
public final class LayoutValidator {
    private LayoutValidator() {}

    /** Does not check the length of a bitfield, which its parser does. */
    public static void validate(PeerMessage message, PieceLayout layout) throws ProtocolException {
        switch (message) {
            case PeerMessage.Have(int piece) -> validate(piece, layout);
            case PeerMessage.Suggest(int piece) -> validate(piece, layout);
            case PeerMessage.AllowedFast(int piece) -> validate(piece, layout);
            case PeerMessage.Request(Block block) -> validate(block, layout);
            case PeerMessage.Cancel(Block block) -> validate(block, layout);
            case PeerMessage.Reject(Block block) -> validate(block, layout);
            case PeerMessage.Piece(Block block, _) -> validate(block, layout);
            default -> {
            }
        }
    }

    private static void validate(int piece, PieceLayout layout) throws ProtocolException {
        if (piece >= layout.pieceCount()) {
            throw new ProtocolException("piece " + piece + " of " + layout.pieceCount());
        }
    }

    private static void validate(Block block, PieceLayout layout) throws ProtocolException {
        if (!layout.contains(block)) {
            throw new ProtocolException("a block outside of piece " + block.piece());
        }
    }
}

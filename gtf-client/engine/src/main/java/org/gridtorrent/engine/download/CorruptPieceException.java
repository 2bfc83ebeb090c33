package org.gridtorrent.engine.download;

import java.io.IOException;

/** Failure of a read for which all holders sent bytes that do not match their hash. */
public final class CorruptPieceException extends IOException {
    private static final long serialVersionUID = 1;

    public CorruptPieceException(int piece, int holders) {
        super("piece %d: the bytes of all %d holders do not match its hash".formatted(piece,
                holders));
    }
}

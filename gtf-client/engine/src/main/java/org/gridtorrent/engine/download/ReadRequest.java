package org.gridtorrent.engine.download;

import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.storage.PieceStore;

/**
 * Request of a {@link ContentReader} for a piece, with read-ahead up to piece {@code last}.
 *
 * @param reader id of the reader
 * @param ready completed with the store when the piece can be read
 */
public record ReadRequest(long reader, int piece, int last,
        CompletableFuture<PieceStore> ready) {}

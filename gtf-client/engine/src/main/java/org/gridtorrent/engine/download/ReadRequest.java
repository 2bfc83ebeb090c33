package org.gridtorrent.engine.download;

import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.storage.PieceStore;

/**
 * A reader waits for a piece.
 *
 * @param ready completed with the store once the piece can be read from it
 */
public record ReadRequest(long reader, int piece, CompletableFuture<PieceStore> ready) {}

package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.metainfo.Metainfo;

/**
 * A piece that comes in parts: its hash so far. Parts are hashed by {@link HashThreads}, one after
 * the other, while they follow each other from the piece's beginning; from the first gap on the piece
 * is read again at its end. Thread-safe.
 */
final class PartialPiece {
    private static final int READ_LENGTH = 256 * 1024;

    private final int piece;
    private final int length;
    private final MessageDigest digest;
    private CompletableFuture<Void> hashing = CompletableFuture.completedFuture(null);
    private int received;
    private int hashed;

    PartialPiece(Metainfo metainfo, int piece, int length) {
        this.piece = piece;
        this.length = length;
        this.digest = metainfo.pieceHash().digest();
    }

    int piece() {
        return piece;
    }

    /** Done when the part's bytes are no longer needed for the hash. */
    synchronized CompletableFuture<Void> take(Block part, ByteBuffer data) {
        received += part.length();
        if (part.offset() != hashed) {
            return CompletableFuture.completedFuture(null);
        }
        hashed += part.length();
        hashing = HashThreads.then(hashing, () -> digest.update(data));
        return hashing;
    }

    synchronized boolean isWhole() {
        return received == length;
    }

    /** The piece's hash, when all of its parts were written to the storage. */
    synchronized byte[] digest(Storage storage) throws IOException {
        hashing.join();
        if (hashed < length) {
            var buffer = ByteBuffer.allocate(Math.min(READ_LENGTH, length - hashed));
            while (hashed < length) {
                var part = new Block(piece, hashed, Math.min(buffer.capacity(), length - hashed));
                storage.read(part, buffer.clear().limit(part.length()));
                digest.update(buffer.flip());
                hashed += part.length();
            }
        }
        return digest.digest();
    }
}

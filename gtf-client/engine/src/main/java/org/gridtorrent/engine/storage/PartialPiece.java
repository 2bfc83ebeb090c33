package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Hash so far of a piece that arrives in parts.
 *
 * <p>Parts are hashed on {@link HashThreads} while they follow each other from the piece's beginning;
 * from the first gap on, the piece is read again when it is complete. Checksums of the parts tell whether
 * another program changed them on disk, so that no peer is blamed for it. Thread-safe.
 */
final class PartialPiece {
    private static final int READ_LENGTH = 256 * 1024;

    private final int piece;
    private final int length;
    private final MessageDigest digest;
    private final Map<Block, Long> checksums = new HashMap<>();
    private CompletableFuture<Void> hashing = CompletableFuture.completedFuture(null);
    private int received;
    private int hashed;

    PartialPiece(Metainfo metainfo, int piece, int length) {
        this.piece = piece;
        this.length = length;
        this.digest = metainfo.pieceHashAlgorithm().newDigest();
    }

    int piece() {
        return piece;
    }

    /** Hashes a part; completes when its bytes are no longer needed here. */
    synchronized CompletableFuture<Void> hash(Block part, ByteBuffer data) {
        received += part.length();
        boolean follows = part.offset() == hashed;
        hashed += follows ? part.length() : 0;
        hashing = HashThreads.then(hashing, () -> {
            checksums.put(part, checksum(data.duplicate()));
            if (follows) {
                digest.update(data);
            }
        });
        return hashing;
    }

    private static long checksum(ByteBuffer data) {
        var checksum = new CRC32C();
        checksum.update(data);
        return checksum.getValue();
    }

    synchronized boolean isComplete() {
        return received == length;
    }

    /** The piece's hash; all of its parts must be written to the storage. */
    synchronized byte[] digest(Storage storage) throws IOException {
        hashing.join();
        if (hashed < length) {
            read(storage, new Block(piece, hashed, length - hashed), digest::update);
        }
        return digest.digest();
    }

    /** Whether the storage holds the bytes that arrived. */
    synchronized boolean isIntact(Storage storage) throws IOException {
        hashing.join();
        for (Map.Entry<Block, Long> part : checksums.entrySet()) {
            var checksum = new CRC32C();
            read(storage, part.getKey(), checksum::update);
            if (checksum.getValue() != part.getValue()) {
                return false;
            }
        }
        return true;
    }

    private static void read(Storage storage, Block part, Consumer<ByteBuffer> bytes)
            throws IOException {
        var buffer = ByteBuffer.allocate(Math.min(READ_LENGTH, part.length()));
        for (int done = 0; done < part.length();) {
            int length = Math.min(buffer.capacity(), part.length() - done);
            storage.read(new Block(part.piece(), part.offset() + done, length),
                    buffer.clear().limit(length));
            bytes.accept(buffer.flip());
            done += length;
        }
    }
}

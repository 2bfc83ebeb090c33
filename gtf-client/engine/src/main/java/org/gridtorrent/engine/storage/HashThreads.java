package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Threads of the process for hashing, one for each core.
 *
 * <p>Platform threads: hashing never blocks, and on virtual threads it would hold up those of the peers.
 */
final class HashThreads {
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("hash-", 0).factory());

    private HashThreads() {}

    /** Hashes a part after the one before it. */
    static CompletableFuture<Void> then(CompletableFuture<Void> before, Runnable part) {
        return before.thenRunAsync(part, THREADS);
    }

    /** Hashes a whole piece; completes with whether it matches. */
    static CompletableFuture<Boolean> matches(Metainfo metainfo, int piece, ByteBuffer data) {
        return CompletableFuture.supplyAsync(() -> {
            MessageDigest digest = metainfo.pieceHashAlgorithm().newDigest();
            digest.update(data);
            return metainfo.pieceMatches(piece, digest.digest());
        }, THREADS);
    }
}

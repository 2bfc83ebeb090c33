package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.gridtorrent.metainfo.Metainfo;

/**
 * The process's threads for hashing. Platform threads, as many as cores: hashing never blocks, and
 * on virtual threads it would keep the peers' ones waiting.
 */
final class HashThreads {
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("hash-", 0).factory());

    private HashThreads() {}

    /** Hashes a part when what comes before it is hashed. */
    static CompletableFuture<Void> then(CompletableFuture<Void> before, Runnable part) {
        return before.thenRunAsync(part, THREADS);
    }

    static CompletableFuture<Boolean> matches(Metainfo metainfo, int piece, ByteBuffer data) {
        return CompletableFuture.supplyAsync(() -> {
            MessageDigest digest = metainfo.pieceHash().digest();
            digest.update(data);
            return metainfo.pieceMatches(piece, digest.digest());
        }, THREADS);
    }
}

package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.gridtorrent.mdtp.FetchOptions;
import org.gridtorrent.mdtp.ReplicaFetch;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.Credentials;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaClient;

/**
 * Fetch by GridTorrent's executor with one of the schedulers that GridTorrent's own is compared with.
 *
 * <p>It is the work of a process of its own.
 */
public final class ScheduledFetch {
    private final ReplicaFetch.SchedulerFactory schedulers;

    private ScheduledFetch(ReplicaFetch.SchedulerFactory schedulers) {
        this.schedulers = schedulers;
    }

    /** With chunks of one length, in bytes. */
    public static ScheduledFetch staticChunks(long length) {
        return new ScheduledFetch(
                (replicas, _, _) -> new ChunkScheduler(replicas, new StaticChunks(length)));
    }

    /**
     * By the MDTP paper's algorithm.
     *
     * @param initialLength of each replica's first chunk, in bytes
     * @param largeLength of the fastest one's chunks
     */
    public static ScheduledFetch paper(long initialLength, long largeLength) {
        return new ScheduledFetch((replicas, _, _) -> new ChunkScheduler(replicas,
                new PaperChunks(replicas, initialLength, largeLength)));
    }

    /** Fetches a file, of which nothing is there yet, and returns when it is there. */
    public void run(List<URI> urls, Path target) throws IOException, InterruptedException {
        try (var client = new ReplicaClient(SSLContext.getDefault(), Credentials.NONE,
                System.getenv());
                PartialFile file = PartialFile.open(target, _ -> {})) {
            List<Replica> replicas = urls.stream()
                    .map(url -> client.replica(url, AddressPolicy.ANY)).toList();
            var _ = new ReplicaFetch(replicas, file, schedulers, FetchOptions.DEFAULTS).run();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }
}

package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.bench.process.PeakMemory;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.ChildJvm.Heap;
import org.gridtorrent.bench.process.ProcessStats;
import org.gridtorrent.engine.transport.PeerAddress;

/** A client's process, and what it takes. Shares as many contents as it is told to. Not thread-safe. */
public final class WatchedPeer implements AutoCloseable {
    private final PeerProcess peer;

    private WatchedPeer(PeerProcess peer) {
        this.peer = peer;
    }

    /**
     * This project's engine.
     *
     * @param folder an empty one, for what it keeps for itself
     */
    public static WatchedPeer ours(Path folder, Heap heap) throws IOException {
        PeerSettings place = PeerSettings.here(folder);
        return new WatchedPeer(PeerProcess.start(place, ChildJvm.transferring(heap,
                List.of("peer", folder.toString(), "--listen", place.address()))));
    }

    /** libtorrent, with a folder of the same kind. */
    public static WatchedPeer libtorrent(Path folder) throws IOException {
        return new WatchedPeer((PeerProcess) ClientProgram.LIBTORRENT.start(PeerSettings.here(folder)));
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return peer.address();
    }

    /** Serves one more content, known to be whole. */
    public void seed(Path torrent, Path directory) throws IOException {
        peer.seed(torrent, directory);
    }

    /** Fetches one more content from this one, over TCP; gives how long that took. */
    public Duration fetch(Path torrent, Path directory, WatchedPeer seed) throws IOException {
        long begunNs = System.nanoTime();
        var _ = peer.fetch(torrent, directory, List.of(PeerAddress.tcp(seed.address())));
        return Duration.ofNanos(System.nanoTime() - begunNs);
    }

    /** Of all its threads since its start. */
    public Duration cpu() throws IOException {
        return peer.cpu();
    }

    /** What it has in memory of its own, watched from now on. */
    public PeakMemory watchMemory() throws IOException {
        return new PeakMemory(peer.pid());
    }

    public ProcessStats footprint() throws IOException {
        return ProcessStats.of(peer.pid());
    }

    /** Bytes; for {@link #ours} alone. */
    public long heapAfterCollection() throws IOException, InterruptedException {
        return ProcessStats.heapAfterCollection(peer.pid());
    }

    @Override
    public void close() {
        peer.close();
    }
}

package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.Fetch;
import org.gridtorrent.bench.peer.PeerProcess;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.testbed.ContentFolder;

/** Seed of a client, and a leech of the same kind that fetches from it again and again. */
final class SeedAndLeech implements AutoCloseable {
    private final ContentFolder folder;
    private final PeerProcess seed;
    private final PeerProcess leech;
    private final String transport;

    SeedAndLeech(ClientProgram client, String transport, ContentFolder folder, Host seedHost,
            Host leechHost) throws IOException, InterruptedException {
        this.transport = transport;
        this.folder = folder;
        seed = client.start(settings(seedHost, client + "-" + transport + "-seed"));
        try {
            leech = client.start(settings(leechHost, client + "-" + transport + "-leech"));
        } catch (IOException | InterruptedException | RuntimeException e) {
            seed.close();
            throw e;
        }
        try {
            seed.seed(folder.torrent(), folder.source());
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private PeerSettings settings(Host host, String name)
            throws IOException, InterruptedException {
        return PeerSettings.on(host, folder.make(name, host));
    }

    Fetch fetch() throws IOException, InterruptedException {
        return Fetch.take(folder, List.of(seed), leech, transport);
    }

    @Override
    public void close() {
        leech.close();
        seed.close();
    }
}

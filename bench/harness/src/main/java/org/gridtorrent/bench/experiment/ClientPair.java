package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.gridtorrent.bench.peer.Client;
import org.gridtorrent.bench.peer.Peer;
import org.gridtorrent.bench.result.Samples;

/** A client's seed, and a leech of the same kind that fetches from it again and again. */
final class ClientPair implements AutoCloseable {
    final Client client;
    final Samples time = new Samples();
    final Samples cpu = new Samples();
    private final SwarmFolder folder;
    private final Peer seed;
    private final Peer leech;
    private final int port;

    ClientPair(Client client, SwarmFolder folder) throws IOException, InterruptedException {
        this.client = client;
        this.folder = folder;
        seed = client.start(Files.createDirectory(folder.path(client + "-seed")));
        leech = client.start(Files.createDirectory(folder.path(client + "-leech")));
        port = seed.seed(folder.torrent(), folder.source());
    }

    void measure(boolean counts) throws IOException, InterruptedException {
        Duration before = seed.cpu().plus(leech.cpu());
        Duration took = folder.into(client + "-got", directory -> {
            Duration fetched = leech.fetch(folder.torrent(), directory, port);
            leech.drop();
            return fetched;
        });
        if (counts) {
            time.add(took.toNanos() / 1e9);
            cpu.add(seed.cpu().plus(leech.cpu()).minus(before).toNanos() / 1e9
                    / ((double) folder.length() / (1 << 30)));
        }
    }

    @Override
    public void close() {
        leech.close();
        seed.close();
    }
}

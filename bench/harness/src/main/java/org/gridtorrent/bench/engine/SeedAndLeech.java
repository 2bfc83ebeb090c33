package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.FetchResult;
import org.gridtorrent.bench.peer.Peer;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.engine.transport.PeerAddress;

/** A client's seed, and a leech of the same kind that fetches from it again and again. */
final class SeedAndLeech implements AutoCloseable {
    final ClientProgram client;
    /** Of the transfers that count, and of the first that the processes made. */
    final Costs warm = new Costs();
    final Costs first = new Costs();
    private final ContentFolder folder;
    private final Peer seed;
    private final Peer leech;
    private final PeerAddress source;

    SeedAndLeech(ClientProgram client, ContentFolder folder, PeerSettings seedAt, PeerSettings leechAt, String transport)
            throws IOException, InterruptedException {
        this.client = client;
        this.folder = folder;
        seed = client.start(seedAt);
        try {
            leech = client.start(leechAt);
        } catch (IOException | RuntimeException e) {
            seed.close();
            throw e;
        }
        source = new PeerAddress(seed.address(), transport);
        try {
            seed.seed(folder.torrent(), folder.source());
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * One.
     *
     * @param cpuSeconds of both ends together
     */
    record Transfer(FetchResult fetched, double cpuSeconds) {}

    Transfer transfer() throws IOException, InterruptedException {
        Duration before = seed.cpu().plus(leech.cpu());
        FetchResult fetched = folder.into(client + "-got", directory -> {
            FetchResult took = leech.fetch(folder.torrent(), directory, List.of(source));
            leech.drop();
            return took;
        });
        return new Transfer(fetched, seed.cpu().plus(leech.cpu()).minus(before).toNanos() / 1e9);
    }

    /** What transfers took: seconds, and seconds of processors for a gibibyte. */
    final class Costs {
        final Samples time = new Samples();
        final Samples cpu = new Samples();

        void add(Transfer transfer) {
            time.add(transfer.fetched().seconds());
            cpu.add(transfer.cpuSeconds() / ((double) folder.length() / (1 << 30)));
        }
    }

    @Override
    public void close() {
        leech.close();
        seed.close();
    }
}

package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.bench.peer.Client;
import org.gridtorrent.bench.peer.Fetched;
import org.gridtorrent.bench.peer.Peer;
import org.gridtorrent.bench.peer.Place;
import org.gridtorrent.engine.transport.PeerAddress;

/** A seed and leeches, processes all of them, over the loopback interface; everyone is told of all others. */
final class RealSwarm implements AutoCloseable {
    /** A swarm that takes so many times the bound is taken for one that does not end. */
    private static final double PATIENCE = 20;

    private final SwarmFolder folder;
    private final List<Path> directories = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();

    /**
     * @param clients the seed first
     * @param uploadLimit of each, in bytes a second
     */
    RealSwarm(SwarmFolder folder, List<Client> clients, long uploadLimit)
            throws IOException, InterruptedException {
        this.folder = folder;
        try {
            for (int i = 0; i < clients.size(); i++) {
                directories.add(Files.createDirectory(folder.path("peer" + i)));
                Path own = Files.createDirectory(directories.get(i).resolve("own"));
                peers.add(clients.get(i).start(Place.here(own).giving(uploadLimit)));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * What it took until the last leech had everything, from when all were told to fetch.
     *
     * @param cpuSeconds of all together
     */
    record Run(double firstSeconds, double seconds, double cpuSeconds) {}

    /**
     * The least that is possible (Kumar and Ross, "Peer-Assisted File Distribution: The Minimum
     * Distribution Time", 2006), when nobody's download is limited.
     *
     * @param seedRate bytes a second that the seed may give
     * @param leechRate that each leech may give
     */
    static double kumarRossSeconds(long length, double seedRate, double leechRate, int leeches) {
        return Math.max(length / seedRate, leeches * length / (seedRate + leeches * leechRate));
    }

    Run run(double boundSeconds) throws IOException, InterruptedException {
        peers.getFirst().seed(folder.torrent(), folder.source());
        Duration before = cpu();
        List<FutureTask<Fetched>> fetches = new ArrayList<>();
        for (int i = 1; i < peers.size(); i++) {
            fetches.add(InProcess.start(fetch(i)));
        }
        long endNanos = System.nanoTime() + (long) (PATIENCE * boundSeconds * 1e9);
        double first = Double.MAX_VALUE;
        double last = 0;
        for (FutureTask<Fetched> fetch : fetches) {
            double seconds = outcome(fetch, endNanos).seconds();
            first = Math.min(first, seconds);
            last = Math.max(last, seconds);
        }
        double cpuSeconds = cpu().minus(before).toNanos() / 1e9;
        for (int i = 1; i < peers.size(); i++) {
            folder.check(directories.get(i));
        }
        return new Run(first, last, cpuSeconds);
    }

    private Callable<Fetched> fetch(int leech) {
        List<Peer> others = new ArrayList<>(peers);
        Peer self = others.remove(leech);
        List<PeerAddress> sources = others.stream().map(peer -> PeerAddress.tcp(peer.address()))
                .toList();
        return () -> self.fetch(folder.torrent(), directories.get(leech), sources);
    }

    private static Fetched outcome(FutureTask<Fetched> fetch, long endNanos)
            throws IOException, InterruptedException {
        try {
            return fetch.get(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IOException("a leech failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IOException("a leech does not get everything", e);
        }
    }

    private Duration cpu() {
        return peers.stream().map(Peer::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() throws IOException {
        peers.forEach(Peer::close);
        for (Path directory : directories) {
            ScratchFolder.delete(directory);
        }
    }
}

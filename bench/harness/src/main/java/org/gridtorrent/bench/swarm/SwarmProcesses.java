package org.gridtorrent.bench.swarm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.FetchResult;
import org.gridtorrent.bench.peer.PeerProcess;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.process.BackgroundTask;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.terminal.Failures;

/**
 * Swarm of real clients: seeds and leeches, a process each; every leech is told of all others.
 *
 * <p>They can fetch again and again, as programs that stay do. Not thread-safe.
 */
final class SwarmProcesses implements AutoCloseable {
    private final ContentFolder folder;
    private final SwarmSpec spec;
    private final String transport;
    private final List<PeerFolder> folders = new ArrayList<>();
    private final List<PeerProcess> peers = new ArrayList<>();

    /** A peer's part of the folder, on its host. */
    private record PeerFolder(String name, Host host) {
        String state() {
            return name + "/own";
        }

        String fetched() {
            return name + "/got";
        }
    }

    /**
     * Starts them all, and has the seeds serve.
     *
     * @param clients the seeds first
     * @param transport by which leeches reach the others
     * @param hosts of each peer, counted from 0
     */
    SwarmProcesses(ContentFolder folder, SwarmSpec spec, List<ClientProgram> clients,
            String transport, IntFunction<Host> hosts) throws IOException, InterruptedException {
        this.folder = folder;
        this.spec = spec;
        this.transport = transport;
        try {
            for (int i = 0; i < clients.size(); i++) {
                PeerFolder part = new PeerFolder(folder.uniqueName("peer" + i), hosts.apply(i));
                folders.add(part);
                PeerSettings settings = PeerSettings.on(part.host,
                        folder.make(part.state(), part.host));
                peers.add(clients.get(i).start(
                        spec.onHosts() ? settings : settings.withUploadLimit(spec.rate(i))));
            }
            for (PeerProcess seed : peers.subList(0, spec.seeds())) {
                seed.seed(folder.torrent(), folder.source());
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Result of one distribution, from when all leeches were told to fetch.
     *
     * @param leechSeconds until each leech had everything, sorted
     * @param cpuSeconds of all processes
     * @param ownMemory bytes that the largest process had in the end, without mapped files
     */
    record Run(List<Double> leechSeconds, double cpuSeconds, long ownMemory) {
        double firstSeconds() {
            return leechSeconds.getFirst();
        }

        double medianSeconds() {
            Samples all = new Samples();
            leechSeconds.forEach(all::add);
            return all.median();
        }

        double lastSeconds() {
            return leechSeconds.getLast();
        }
    }

    /**
     * Lets the leeches fetch, checks what they have, and has them forget and delete it; {@link IOException}
     * where it takes longer than the swarm may.
     */
    Run run() throws IOException, InterruptedException {
        Duration before = cpu();
        List<Callable<FetchResult>> orders = new ArrayList<>();
        for (int i = spec.seeds(); i < peers.size(); i++) {
            orders.add(fetch(i));
        }
        List<FutureTask<FetchResult>> fetches = orders.stream().map(BackgroundTask::start)
                .toList();
        long endNanos = System.nanoTime() + spec.longestTime().toNanos();
        List<Double> seconds = new ArrayList<>();
        for (FutureTask<FetchResult> fetch : fetches) {
            seconds.add(outcome(fetch, endNanos).seconds());
        }
        double cpuSeconds = cpu().minus(before).toNanos() / 1e9;
        long ownMemory = 0;
        for (PeerProcess peer : peers) {
            ownMemory = Math.max(ownMemory, peer.ownMemory());
        }
        for (int i = spec.seeds(); i < peers.size(); i++) {
            peers.get(i).drop();
            PeerFolder part = folders.get(i);
            folder.check(folder.path(part.fetched()), part.host);
            folder.delete(part.fetched(), part.host);
        }
        return new Run(seconds.stream().sorted().toList(), cpuSeconds, ownMemory);
    }

    private Callable<FetchResult> fetch(int leech) throws IOException, InterruptedException {
        PeerFolder part = folders.get(leech);
        Path directory = folder.make(part.fetched(), part.host);
        List<PeerProcess> others = new ArrayList<>(peers);
        PeerProcess self = others.remove(leech);
        List<PeerAddress> sources = others.stream()
                .map(peer -> new PeerAddress(peer.address(), transport)).toList();
        return () -> self.fetch(folder.torrent(), directory, sources);
    }

    private static FetchResult outcome(FutureTask<FetchResult> fetch, long endNanos)
            throws IOException, InterruptedException {
        try {
            return fetch.get(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IOException("a leech failed: " + Failures.describe(e).line(), e);
        } catch (TimeoutException e) {
            throw new IOException("a leech does not get everything", e);
        }
    }

    private Duration cpu() throws IOException {
        Duration all = Duration.ZERO;
        for (PeerProcess peer : peers) {
            all = all.plus(peer.cpu());
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        peers.forEach(PeerProcess::close);
        try {
            for (PeerFolder part : folders) {
                folder.delete(part.name, part.host);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // they go with the folder
        }
    }
}

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
import org.gridtorrent.bench.experiment.InProcess;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.FetchResult;
import org.gridtorrent.bench.peer.Peer;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.terminal.Failures;

/**
 * Seeds and leeches, processes all of them; every leech is told of all others. They can do it again and again,
 * as programs that stay do.
 */
public final class SwarmProcesses implements AutoCloseable {
    private final ContentFolder folder;
    private final int seeds;
    private final String transport;
    private final List<Room> rooms = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();

    /** What a peer has of the folder, on its host. */
    private record Room(String name, Host host) {}

    /** Where each peer is to run. */
    public interface Ground {
        /**
         * Where this one is to run.
         *
         * @param number of the peer, from 0; the seeds come first
         * @param own a folder that is made there, for what it keeps for itself
         */
        PeerSettings place(int number, Path own);
    }

    /**
     * Starts them all, and has the seeds serve.
     *
     * @param clients the seeds first
     * @param transport by which leeches reach the others
     */
    public SwarmProcesses(ContentFolder folder, List<ClientProgram> clients, int seeds, String transport,
            Ground ground) throws IOException, InterruptedException {
        this.folder = folder;
        this.seeds = seeds;
        this.transport = transport;
        try {
            for (int i = 0; i < clients.size(); i++) {
                String name = folder.free("peer" + i);
                PeerSettings place = ground.place(i, folder.path(name + "/own"));
                folder.make(name + "/own", place.host());
                rooms.add(new Room(name, place.host()));
                peers.add(clients.get(i).start(place));
            }
            for (Peer seed : peers.subList(0, seeds)) {
                seed.seed(folder.torrent(), folder.source());
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * What it took until each leech had everything, from when all were told to fetch.
     *
     * @param leechSeconds of each, the first that had all at the front
     * @param cpuSeconds of all together
     * @param ownMemory bytes that the largest process had in the end, without files that are mapped
     */
    public record Run(List<Double> leechSeconds, double cpuSeconds, long ownMemory) {
        public double firstSeconds() {
            return leechSeconds.getFirst();
        }

        public double medianSeconds() {
            Samples all = new Samples();
            leechSeconds.forEach(all::add);
            return all.median();
        }

        /** Until the last one had all. */
        public double seconds() {
            return leechSeconds.getLast();
        }
    }

    /**
     * Lets the leeches fetch, looks at what they have, and has them forget and delete it. A swarm that takes
     * longer than the patience is taken for one that does not end.
     */
    public Run run(Duration patience) throws IOException, InterruptedException {
        Duration before = cpu();
        List<Callable<FetchResult>> orders = new ArrayList<>();
        for (int i = seeds; i < peers.size(); i++) {
            orders.add(fetch(i));
        }
        List<FutureTask<FetchResult>> fetches = orders.stream().map(InProcess::start).toList();
        long endNanos = System.nanoTime() + patience.toNanos();
        List<Double> seconds = new ArrayList<>();
        for (FutureTask<FetchResult> fetch : fetches) {
            seconds.add(outcome(fetch, endNanos).seconds());
        }
        double cpuSeconds = cpu().minus(before).toNanos() / 1e9;
        long ownMemory = 0;
        for (Peer peer : peers) {
            ownMemory = Math.max(ownMemory, peer.ownMemory());
        }
        for (int i = seeds; i < peers.size(); i++) {
            peers.get(i).drop();
            Room room = rooms.get(i);
            folder.check(folder.path(got(room)), room.host());
            folder.delete(got(room), room.host());
        }
        return new Run(seconds.stream().sorted().toList(), cpuSeconds, ownMemory);
    }

    private static String got(Room room) {
        return room.name() + "/got";
    }

    private Callable<FetchResult> fetch(int leech) throws IOException, InterruptedException {
        Room room = rooms.get(leech);
        Path directory = folder.make(got(room), room.host());
        List<Peer> others = new ArrayList<>(peers);
        Peer self = others.remove(leech);
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
        for (Peer peer : peers) {
            all = all.plus(peer.cpu());
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        peers.forEach(Peer::close);
        try {
            for (Room room : rooms) {
                folder.delete(room.name(), room.host());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // they go with the folder
        }
    }
}

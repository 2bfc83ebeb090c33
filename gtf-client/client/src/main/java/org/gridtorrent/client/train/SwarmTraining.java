package org.gridtorrent.client.train;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.Metainfo;

/** Swarms of one content, of which the first engine has all and the others fetch it. */
final class SwarmTraining implements AutoCloseable {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(
            InetAddress.getLoopbackAddress(), 0);
    private static final long PATIENCE_SECONDS = 120;

    private final Metainfo metainfo;
    private final Path source;
    private final List<Engine> engines = new ArrayList<>();

    /**
     * @param source the folder that has the content
     * @param gates one for each engine
     */
    SwarmTraining(Metainfo metainfo, Path source, List<Gate> gates) throws IOException {
        this.metainfo = metainfo;
        this.source = source;
        for (Gate gate : gates) {
            engines.add(Engine.open(ANY_PORT, gate));
        }
    }

    /** Limits what each engine sends, in bytes per second. */
    void limit(long rate) {
        for (Engine engine : engines) {
            engine.limits().set(new RateSchedules(RateSchedule.always(rate), RateSchedule.OFF));
        }
    }

    /** All fetch the content, into the new folder, as many times as are said. */
    void run(String transport, int rounds, Path folder)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Files.createDirectory(folder);
        for (int round = 0; round < rounds; round++) {
            fetch(transport, Files.createTempDirectory(folder, "round"));
        }
    }

    private void fetch(String transport, Path folder)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Engine seed = engines.getFirst();
        Path seedState = folder.resolve("seed");
        Engine.recordAllVerified(metainfo, source, seedState);
        seed.add(metainfo, source, seedState, SwarmOptions.seedingInPlace()).completion().get();
        List<Swarm> leeches = new ArrayList<>();
        List<PeerAddress> addresses = new ArrayList<>();
        addresses.add(new PeerAddress(seed.listenAddress(), transport));
        for (Engine engine : engines.subList(1, engines.size())) {
            Path directory = Files.createTempDirectory(folder, "leech");
            leeches.add(engine.add(metainfo, directory, directory.resolve("state"),
                    SwarmOptions.downloading()));
            leeches.getLast().addPeers(addresses);
            addresses.add(new PeerAddress(engine.listenAddress(), transport));
        }
        for (Swarm leech : leeches) {
            leech.completion().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        engines.forEach(engine -> engine.remove(metainfo.infoHash()));
        TrainCommand.delete(folder);
    }

    @Override
    public void close() {
        engines.forEach(Engine::close);
    }
}
